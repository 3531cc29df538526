import type { ColorSupportLevel } from 'chalk';
import { limits } from '../../base/limits.js';
import type { JudgedInvariant, Run } from '../../engine/run.js';
import { programs } from '../../programs/registry.js';
import type { TraceEvent } from '../../trace/event.js';
import { WorldState } from '../../trace/world-state.js';
import { type Report, verdictOf } from '../report.js';
import { cutTrace, eventsOf } from '../steps.js';
import { wordings } from '../wording/wordings.js';
import { padEnd, paragraph } from './layout.js';
import { paintFor } from './paint.js';
import type { TableChoice } from './state.js';
import { type StepContext, stepLines } from './step.js';

export interface TextOptions {
  readonly columns: number;
  readonly color: ColorSupportLevel;
  readonly tables: TableChoice;
}

/** The report as a text that reads from top to bottom: the eye goes down the left edge, changes bear a sign. */
export function renderText(report: Report, { columns, color, tables }: TextOptions): string {
  const { scenario, runs, options } = report;
  const context: StepContext = {
    wording: wordings[options.lang],
    paint: paintFor(color),
    columns: Math.max(limits.minimumColumns, columns),
    tables,
    language: options.lang,
  };
  const { paint, wording } = context;
  const lines = [
    ...paragraph(`${scenario.id} · ${scenario.title[options.lang]}`, 0, context.columns).map(paint.heading),
    ...paragraph(scenario.teaches[options.lang], 0, context.columns),
    ...variantLines(report, context),
  ];
  for (const [index, run] of runs.entries()) {
    if (run.branch.name !== null) {
      const name = run.branch.title?.[options.lang] ?? run.branch.name;
      lines.push('', ...paragraph(wording.branch(name, index + 1, runs.length), 0, context.columns).map(paint.heading));
    }
    lines.push(...runLines(run, context));
  }
  lines.push('', ...closing(report, context));
  return `${lines.join('\n')}\n`;
}

function variantLines({ scenario, runs, options }: Report, context: StepContext): string[] {
  const { wording, columns } = context;
  const name = runs[0]?.variant;
  const found = programs
    .filter((program) => scenario.processes.some((process) => process.program === program.name))
    .flatMap(({ variants }) => variants)
    .find((variant) => variant.name === name);
  if (!found) return [];
  const wrong = found.correct ? '' : ` (${wording.wrongOnPurpose})`;
  return paragraph(`${wording.variant} ${found.name}${wrong}: ${found.summary[options.lang]}`, 0, columns);
}

function runLines(run: Run, context: StepContext): string[] {
  const world = new WorldState();
  const see = (events: readonly TraceEvent[]) => {
    for (const event of events) world.apply(event);
  };
  const { before, steps, after } = cutTrace(run.trace);
  see(before);
  const lines = steps.flatMap((step) => {
    see([step.began, ...step.events]);
    return ['', ...stepLines(step, world, context)];
  });
  lines.push(
    '',
    context.paint.heading(context.wording.end),
    ...run.invariants.flatMap((invariant) => invariantLines(invariant, context)),
  );
  lines.push(...problemLines(run, after, context).map((line) => context.paint.bad(line)));
  return lines;
}

function invariantLines(
  { name, verdict, applies, announced, evidence }: JudgedInvariant,
  context: StepContext,
): string[] {
  const { wording, paint, columns } = context;
  const asAnnounced = (verdict === 'violated') === announced;
  const sign = { holds: '✓', violated: '✗', 'not-exercised': '○' }[verdict];
  const remark =
    verdict === 'violated'
      ? `, ${announced ? wording.announced : wording.notAnnounced}`
      : announced
        ? `, ${wording.announcedButHolds}`
        : '';
  const colour =
    verdict === 'not-exercised' ? (applies ? paint.doubtful : paint.quiet) : asAnnounced ? paint.good : paint.bad;
  const sentences = evidence.flatMap(({ code, step, args }) =>
    paragraph(wording.evidence[code](args) + wording.atStep(step), 5, columns),
  );
  const word = applies ? wording.verdict[verdict] : wording.notClaimed;
  return [colour(`   ${sign} ${padEnd(name, 23)}${word}${remark}`), ...sentences];
}

/** What keeps the run from being as announced, besides the invariants. */
function problemLines(run: Run, after: readonly TraceEvent[], { wording, columns }: StepContext): string[] {
  const texts: string[] = [];
  for (const { line, subject, expected, found, met } of eventsOf(after, 'expectation')) {
    if (!met) texts.push(wording.unmet(line, subject, expected, found));
  }
  for (const { line, step, operation, fault, occurrence } of eventsOf(run.trace, 'fault-unfired')) {
    texts.push(wording.unfired(line, step, operation, fault, occurrence));
  }
  let step = 0;
  for (const event of run.trace) {
    if (event.kind === 'step-began') step = event.step;
    if (event.kind === 'step-skipped') texts.push(wording.skippedStep(step));
  }
  return texts.flatMap((text) => paragraph(text, 3, columns));
}

function closing(report: Report, { wording, paint, columns }: StepContext): string[] {
  const verdict = verdictOf(report.runs);
  const colour = { 'as-announced': paint.good, 'not-as-announced': paint.bad, inconclusive: paint.doubtful }[verdict];
  const lines = paragraph(wording.run[verdict], 0, columns).map(colour);
  if (verdict === 'as-announced') return lines;
  const variant = report.options.variant === null ? '' : ` --variant ${report.options.variant}`;
  return [...lines, `${wording.again} inbox-sim run ${report.scenario.id}${variant}`];
}
