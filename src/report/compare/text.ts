import type { ColorSupportLevel } from 'chalk';
import { limits } from '../../base/limits.js';
import type { JudgedInvariant, Run } from '../../engine/run.js';
import { grid, padEnd, paragraph, widthOf, wrap } from '../text/layout.js';
import { type Paint, paintFor } from '../text/paint.js';
import { visible } from '../text/visible.js';
import type { Wording } from '../wording/wording.js';
import { wordings } from '../wording/wordings.js';
import type { Pair } from './alignment.js';
import { type ComparedBranch, type ComparedStep, type Comparison, isDifferent } from './comparison.js';
import type { Fact } from './facts.js';

export interface ComparisonTextOptions {
  readonly columns: number;
  readonly color: ColorSupportLevel;
}

interface Context {
  readonly wording: Wording;
  readonly paint: Paint;
  readonly columns: number;
  readonly names: { readonly left: string; readonly right: string };
}

/** Signs at the left edge: whether the two do the same. */
const signs = { same: '=', different: '≠' } as const;
const gutter = 5;
const between = ' │ ';
const labelWidth = 15;
/** Where less is left for each, the two stand one below the other. */
const narrowestSide = 28;

/** Two variants side by side, step by step: what is the same in a line, what differs in full. */
export function renderComparison(comparison: Comparison, { columns, color }: ComparisonTextOptions): string {
  const { scenario, variants, branches, lang, server } = comparison;
  const wording = wordings[lang];
  const context: Context = {
    wording,
    paint: paintFor(color),
    columns: Math.max(limits.minimumColumns, columns),
    names: { left: variants.left.name, right: variants.right.name },
  };
  const { paint } = context;
  const lines = [
    ...paragraph(`${scenario.id} · ${scenario.title[lang]}`, 0, context.columns).map(paint.heading),
    ...[variants.left, variants.right].flatMap(({ name, correct, summary }) => {
      const wrong = correct ? '' : ` (${wording.wrongOnPurpose})`;
      return paragraph(`${wording.variant} ${name}${wrong}: ${summary[lang]}`, 0, context.columns);
    }),
    ...(server === null ? [] : paragraph(wording.atEnd.playedOn(server), 0, context.columns)),
    ...branches.flatMap((branch, index) => branchLines(branch, comparison, index, context)),
  ];
  return `${lines.join('\n')}\n`;
}

function branchLines(
  compared: ComparedBranch,
  { scenario, lang }: Comparison,
  index: number,
  context: Context,
): string[] {
  const { wording, paint, columns } = context;
  const { branch, steps, firstDifference } = compared;
  const name = branch.title?.[lang] ?? branch.name;
  const heading = name === null ? '' : wording.branch(name, index + 1, scenario.branches.length);
  return [
    ...(heading === '' ? [] : ['', ...paragraph(heading, 0, columns).map(paint.heading)]),
    '',
    ...steps.flatMap((step, at) => [
      // What differs stands apart from what comes after it.
      ...(!step.differs && steps[at - 1]?.differs ? [''] : []),
      ...stepLines(step, step.number === firstDifference, context),
    ]),
    ...(firstDifference === null ? paragraph(wording.comparison.noDifference, 0, columns) : ['']),
    ...endLines(compared, context),
  ];
}

function stepLines(step: ComparedStep, isFirst: boolean, context: Context): string[] {
  const { wording, paint, columns } = context;
  const sign = step.differs ? signs.different : signs.same;
  const [first = '', ...rest] = paragraph(step.heading, gutter, columns);
  const number = padEnd(`${sign} ${step.number}`, gutter);
  const paintHeading = step.differs ? paint.heading : paint.quiet;
  const heading = [number + first.trimStart(), ...rest].map(paintHeading);
  if (!step.differs) return heading;
  const { notTaken } = wording.comparison;
  const missing = (side: 'left' | 'right') => (step.steps[side] ? null : { label: '', text: notTaken });
  const [left, right] = [missing('left'), missing('right')];
  return [
    ...(isFirst ? ['', ...paragraph(wording.comparison.firstDifference, gutter, columns).map(paint.doubtful)] : ['']),
    ...heading,
    ...rowLines([...(left || right ? [{ left, right }] : []), ...step.facts], context),
  ];
}

/** Rows side by side where there is room, below the names of the two. */
function rowLines(pairs: readonly Pair<Fact>[], context: Context): string[] {
  const { names, paint, wording, columns } = context;
  const shown = pairs.length > limits.shownDifferences ? pairs.filter(isDifferent) : pairs;
  const rows = shown.slice(0, limits.shownDifferences);
  const left = shown.length - rows.length;
  const width = Math.floor((columns - gutter - between.length) / 2);
  const further = left > 0 ? [' '.repeat(gutter) + paint.quiet(wording.comparison.furtherRows(left))] : [];
  if (width < narrowestSide) return [...rows.flatMap((pair) => stackedLines(pair, context)), ...further];
  const head = besideEachOther(wrap(names.left, width), wrap(names.right, width), width, '', paint.quiet);
  return [
    ...head,
    ...rows.flatMap((pair) => {
      const differs = isDifferent(pair);
      const [sign, colour] = differs ? [signs.different, paint.changed] : ['', plain];
      return besideEachOther(cell(pair.left, width), cell(pair.right, width), width, sign, colour);
    }),
    ...further,
  ];
}

const plain = (text: string): string => text;

function besideEachOther(
  left: readonly string[],
  right: readonly string[],
  width: number,
  sign: string,
  paint: (text: string) => string,
): string[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, line) => {
    const [one = '', other = ''] = [left[line], right[line]];
    const edge = padEnd(line === 0 && sign !== '' ? `   ${sign}` : '', gutter);
    const text = `${edge}${paint(one)}${' '.repeat(Math.max(0, width - widthOf(one)))}${between}`;
    return other === '' ? text.trimEnd() : text + paint(other);
  });
}

/** A fact within `width` columns; a label that leaves no room for the text stands above it. */
function cell(fact: Fact | null, width: number): string[] {
  if (fact === null) return ['-'];
  const [label, text] = [visible(fact.label), visible(fact.text)];
  if (label === '') return wrap(text, width);
  if (widthOf(label) < labelWidth) {
    return wrap(text, width - labelWidth).map((line, index) => padEnd(index === 0 ? label : '', labelWidth) + line);
  }
  return [...wrap(label, width), ...wrap(text, width - 2).map((line) => `  ${line}`)];
}

function stackedLines({ left, right }: Pair<Fact>, { names, columns, paint }: Context): string[] {
  const line = (fact: Fact | null) => (fact === null ? '-' : `${fact.label} ${fact.text}`.trim());
  if (!isDifferent({ left, right })) return paragraph(line(left), gutter, columns);
  const [first = '', ...rest] = paragraph(`${names.left}: ${line(left)}`, gutter, columns);
  return [padEnd(`   ${signs.different}`, gutter) + first.trimStart(), ...rest]
    .concat(paragraph(`${names.right}: ${line(right)}`, gutter, columns))
    .map(paint.changed);
}

/** What is left, the verdicts beside each other, why, and the whole in a sentence for each variant. */
function endLines({ runs, end, invariants }: ComparedBranch, context: Context): string[] {
  const { wording, paint, columns, names } = context;
  const touched = new Set(end.filter(isDifferent).map(({ left, right }) => (left ?? right)?.label));
  const left = end.filter((pair) => touched.has((pair.left ?? pair.right)?.label));
  const verdict = (invariant: JudgedInvariant | null) => {
    if (!invariant) return '-';
    const sign = { holds: '✓', violated: '✗', 'not-exercised': '○' }[invariant.verdict];
    return `${sign} ${invariant.applies ? wording.verdict[invariant.verdict] : wording.notClaimed}`;
  };
  const rows = invariants.map(({ name, differs, ...both }) => ({
    sign: differs ? signs.different : '',
    cells: [name, verdict(both.left), verdict(both.right)],
    paint: differs ? paint.changed : plain,
  }));
  return [
    ...(left.length > 0
      ? [paint.heading(wording.comparison.left), ...rowLines(left, context)]
      : [paint.heading(wording.comparison.sameLeft)]),
    ...(rows.length === 0
      ? []
      : [
          '',
          paint.heading(wording.end),
          ...grid([{ cells: ['', names.left, names.right], paint: paint.quiet }, ...rows], 3, columns),
        ]),
    '',
    ...(rows.length === 0 ? paragraph(wording.comparison.notJudged, 0, columns) : []),
    ...(['left', 'right'] as const).flatMap((side) => verdictLines(runs[side], names[side], context)),
  ];
}

function verdictLines(run: Run, name: string, { wording, paint, columns }: Context): string[] {
  const violated = run.invariants.filter(({ verdict }) => verdict === 'violated');
  const sentences = violated.flatMap(({ evidence }) =>
    evidence.map(({ code, step, args }) => wording.evidence[code](args) + wording.atStep(step)),
  );
  const { violates, violatesNothing, inconclusive } = wording.comparison;
  const names = violated.map((invariant) => invariant.name).join(', ');
  const whole =
    names === ''
      ? paragraph(violatesNothing(name), 0, columns).map(paint.good)
      : paragraph(violates(name, names), 0, columns).map(paint.bad);
  return [
    ...(run.invariants.length === 0 ? [] : whole),
    ...[...new Set(sentences)].flatMap((sentence) => paragraph(sentence, 3, columns)),
    ...(isInconclusive(run) ? paragraph(inconclusive(name), 3, columns).map(paint.doubtful) : []),
  ];
}

/**
 * A run that is not as announced, which a variant's may well be, can be inconclusive besides. That a branch judges nothing
 * is told in a sentence of its own.
 */
function isInconclusive({ verdict, invariants, trace }: Run): boolean {
  const broken = trace.some(
    ({ kind }) => kind === 'fault-unfired' || kind === 'step-skipped' || kind === 'run-stopped',
  );
  return broken || (verdict === 'inconclusive' && invariants.length > 0);
}
