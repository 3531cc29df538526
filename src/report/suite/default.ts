import { limits } from '../../base/limits.js';
import type { DiagnosticPlace } from '../diagnostics.js';
import { differenceLine, hanging, paragraph } from '../text/layout.js';
import { type Paint, paintFor } from '../text/paint.js';
import type { TextOptions } from '../text/text.js';
import { visible } from '../text/visible.js';
import type { Wording } from '../wording/wording.js';
import { type SuiteReporter, type SuiteSummary, statusCounts, worstStatus } from './reporter.js';
import type { CaseResult, Finding } from './result.js';
import type { CaseStatus } from './status.js';

const signs: Readonly<Record<CaseStatus, string>> = {
  passed: '✓',
  failed: '✗',
  inconclusive: '○',
  invalid: '✗',
  bug: '✗',
};

/** For people: a line for each case, what is wrong with those that did not pass, and totals. */
export function defaultReporter(
  wording: Wording,
  { columns: wanted, color, wraps }: Pick<TextOptions, 'columns' | 'color'> & Pick<DiagnosticPlace, 'wraps'>,
): SuiteReporter {
  const paint = paintFor(color);
  const columns = Math.max(limits.minimumColumns, wanted);
  // Who reads from a pipe has lines of any length, and a difference is best read unbroken.
  const layout: Layout = { wording, paint, columns, differenceColumns: wraps ? columns : Infinity };
  return {
    begin: () => '',
    see: (result) => joined([caseLine(result, wording, paint)]),
    end: (summary) => joined(endLines(summary, layout)),
  };
}

function caseLine({ name, status, snapshot }: CaseResult, { suite }: Wording, paint: Paint): string {
  const done = snapshot === 'written' || snapshot === 'updated' ? suite[snapshot] : '';
  const word = status === 'passed' ? done : suite.status[status];
  const line = `${signs[status]} ${visible(name)}`;
  return colourOf(status, paint)(line) + (word === '' ? '' : paint.quiet(` · ${word}`));
}

function colourOf(status: CaseStatus, paint: Paint): (text: string) => string {
  return { passed: paint.good, inconclusive: paint.doubtful, failed: paint.bad, invalid: paint.bad, bug: paint.bad }[
    status
  ];
}

interface Layout {
  readonly wording: Wording;
  readonly paint: Paint;
  readonly columns: number;
  readonly differenceColumns: number;
}

function endLines(summary: SuiteSummary, layout: Layout): string[] {
  const { wording, paint, columns } = layout;
  const { suite } = wording;
  const { results, notRun, endedBy, obsolete, pruned } = summary;
  const wrong = results.filter(({ status }) => status !== 'passed');
  const counts = statusCounts(results);
  const [written, updated] = (['written', 'updated'] as const).map(
    (fate) => results.filter(({ snapshot }) => snapshot === fate).length,
  ) as [number, number];
  const names = obsolete.map((name) => `  ${visible(name)}`);
  const colour = colourOf(worstStatus(results), paint);
  return [
    ...(wrong.length > 0 ? ['', paint.heading(suite.failures)] : []),
    ...wrong.flatMap((result) => ['', ...wrongLines(result, layout)]),
    ...(obsolete.length > 0
      ? ['', ...paragraph((pruned ? suite.pruned : suite.obsolete)(obsolete.length), 0, columns), ...names]
      : []),
    '',
    ...paragraph(suite.totals(counts, notRun.length), 0, columns).map(colour),
    ...(written + updated > 0 ? [suite.snapshots(written, updated)] : []),
    ...(endedBy ? paragraph(suite.notRun[endedBy](notRun.length), 0, columns).map(paint.doubtful) : []),
  ];
}

function wrongLines(result: CaseResult, layout: Layout): string[] {
  const { wording, paint, columns } = layout;
  const { name, file, status, findings } = result;
  const heading = `${signs[status]} ${visible(name)} · ${wording.suite.status[status]}`;
  return [
    ...paragraph(heading, 0, columns).map(colourOf(status, paint)),
    ...findings.flatMap((finding) => findingLines(finding, file, layout)),
  ];
}

/** Where it is, the line of the scenario, and what is wrong. */
function findingLines({ line, text, frame }: Finding, file: string, layout: Layout): string[] {
  const { paint, columns, differenceColumns } = layout;
  const [first = '', ...rest] = text.split('\n');
  const place = line === null ? visible(file) : `${visible(file)}:${line}`;
  const signed = { '-': paint.removed, '+': paint.added, ' ': paint.quiet };
  return [
    // A place is not broken, so that a terminal lets it be opened.
    `  ${place}`,
    ...frame.map((each) => paint.quiet(`  ${each}`.trimEnd())),
    ...hanging(first, 4, columns),
    ...rest.flatMap((each) => {
      const [sign = ''] = /^[-+ ](?= )/.exec(each) ?? [];
      const lines = differenceLine(each, 4, sign === '' ? columns : differenceColumns).map((part) => part.trimEnd());
      return sign === '' ? lines : lines.map(signed[sign as keyof typeof signed]);
    }),
  ];
}

function joined(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
