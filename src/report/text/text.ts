import type { ColorSupportLevel } from 'chalk';
import { limits } from '../../base/limits.js';
import type { JudgedInvariant, Run } from '../../engine/run.js';
import { variantOf } from '../../engine/variant.js';
import type { ProgramVariant } from '../../programs/program.js';
import type { BranchSpec, Scenario } from '../../scenario/scenario.js';
import { wholeVerdict } from '../../suite/play.js';
import type { StepBegan, TraceEvent } from '../../trace/event.js';
import { WorldState } from '../../trace/world-state.js';
import { problemsOf } from '../problems.js';
import type { Report, RunOptionsShown } from '../report.js';
import { whyNot } from '../run-findings.js';
import { eventsOf } from '../steps.js';
import { wordings } from '../wording/wordings.js';
import { stepHeading } from './heading.js';
import { differenceLine, hanging, padEnd, paragraph, widthOf } from './layout.js';
import { paintFor } from './paint.js';
import type { ShownCounts, TableChoice } from './state.js';
import { type StepContext, stepLines } from './step.js';
import { visible } from './visible.js';

export interface TextOptions {
  readonly columns: number;
  readonly color: ColorSupportLevel;
  readonly tables: TableChoice;
  /** What a report for people shows where this is left out. */
  readonly shown?: ShownCounts;
}

/**
 * A report as a text that reads from top to bottom: the eye goes down the left edge, changes bear a sign. It is made
 * piece by piece, so that each step can be shown as soon as it has been taken.
 */
export class TextReport {
  readonly #context: StepContext;
  #step: { readonly began: StepBegan; readonly events: TraceEvent[] } | null = null;

  constructor(
    readonly scenario: Scenario,
    readonly options: RunOptionsShown,
    { columns, color, tables, shown = limits.report }: TextOptions,
  ) {
    this.#context = {
      wording: wordings[options.lang],
      paint: paintFor(color),
      columns: Math.max(limits.minimumColumns, columns),
      tables,
      shown,
      language: options.lang,
    };
  }

  /** What stands above the first step. */
  head(): string {
    const { scenario, options } = this;
    const { paint, columns } = this.#context;
    return joined([
      ...paragraph(`${scenario.id} · ${scenario.title[options.lang]}`, 0, columns).map(paint.heading),
      ...paragraph(scenario.teaches[options.lang], 0, columns),
      ...this.#variantLines(),
      ...(options.server ? paragraph(this.#context.wording.atEnd.playedOn(options.server), 0, columns) : []),
    ]);
  }

  /** The heading of a branch; nothing in a scenario without branches. */
  branch(branch: BranchSpec): string {
    const { wording, paint, columns } = this.#context;
    if (branch.name === null) return '';
    const { branches } = this.scenario;
    const name = branch.title?.[this.options.lang] ?? branch.name;
    const heading = wording.branch(name, branches.indexOf(branch) + 1, branches.length);
    return joined(['', ...paragraph(heading, 0, columns).map(paint.heading)]);
  }

  /** Takes an event in, after `world` has. Returns the text of a step with its last event, and nothing before. */
  see(event: TraceEvent, world: WorldState): string {
    if (event.kind === 'step-began') this.#step = { began: event, events: [] };
    this.#step?.events.push(event);
    if (event.kind !== 'step-ended' || !this.#step) return '';
    const step = this.#step;
    this.#step = null;
    return nothingDrained(step.events) ? '' : joined(['', ...stepLines(step, world, this.#context)]);
  }

  /** How the invariants of a run came out, and what else was not as announced. */
  end(run: Run): string {
    const { paint, wording } = this.#context;
    const nameColumns = Math.max(invariantColumns, ...run.invariants.map(({ name }) => widthOf(name) + 2));
    // What a run that was stopped has not judged says nothing about the scenario.
    const isCutShort = run.trace.some(({ kind }) => kind === 'run-stopped');
    const blocked = eventsOf(run.trace, 'run-ended').flatMap((ended) => ended.blocked);
    const lines = [
      ...(blocked.length > 0
        ? paragraph(wording.atEnd.stillBlocked(blocked.join(', ')), 3, this.#context.columns).map(paint.doubtful)
        : []),
      ...run.invariants.flatMap((invariant) => [
        ...invariantLines(invariant, nameColumns, this.#context),
        ...(isCutShort ? [] : notExercisedLines(invariant, this.#context)),
      ]),
      ...(!isCutShort && run.invariants.some(isUntried)
        ? paragraph(wording.atEnd.exerciseThem, 3, this.#context.columns)
        : []),
      ...problemLines(run, this.#context).map((line) => paint.bad(line)),
    ];
    return lines.length === 0 ? '' : joined(['', paint.heading(wording.end), ...lines]);
  }

  /** The end of a report whose run cannot go on, for a reason that is to be mended first. */
  brokenOff(reason: string): string {
    const { paint, wording, columns, language } = this.#context;
    const step = this.#step;
    const [first = '', ...rest] = step ? paragraph(stepHeading(step, wording, language), 3, columns) : [wording.end];
    const number = step ? String(step.began.step).padEnd(3) : '';
    return joined([
      '',
      ...[number + first.trimStart(), ...rest].map(paint.heading),
      ...paragraph(reason, 5, columns).map(paint.bad),
      '',
      ...paragraph(wording.atEnd.brokenOff(step?.began.step ?? null), 0, columns).map(paint.bad),
    ]);
  }

  /** The verdict on the whole, and how to see it again where it is not as announced. */
  closing(runs: readonly Run[]): string {
    const { paint, wording, columns } = this.#context;
    const verdict = wholeVerdict(runs);
    const colour = { 'as-announced': paint.good, 'not-as-announced': paint.bad, inconclusive: paint.doubtful }[verdict];
    const lines = paragraph(wording.run[verdict], 0, columns).map(colour);
    if (verdict === 'as-announced') return joined(['', ...lines]);
    const { variant, target } = this.options;
    const command = `inbox-sim run ${visible(target)}${variant === null ? '' : ` --variant ${variant}`}`;
    const note = this.#isNamed(variant) ? [] : paragraph(wording.notNamed(variant ?? ''), 0, columns);
    return joined(['', ...lines, ...note, ...this.#branchesNotAsAnnounced(runs), `${wording.again} ${command}`]);
  }

  /** Which of several branches it is about. */
  #branchesNotAsAnnounced(runs: readonly Run[]): string[] {
    if (this.scenario.branches.length < 2) return [];
    return (['not-as-announced', 'inconclusive'] as const).flatMap((verdict) => {
      const names = runs.flatMap(({ branch, verdict: own }) => (own === verdict ? [branch.name ?? ''] : []));
      const { wording, columns } = this.#context;
      return names.length === 0 ? [] : paragraph(wording.atEnd.inBranches(verdict, names.join(', ')), 0, columns);
    });
  }

  /** Whether the scenario says of its own what comes of a variant. */
  #isNamed(variant: string | null): boolean {
    const { processes, branches } = this.scenario;
    if (variant === null || processes.some((process) => process.variant === variant)) return true;
    return branches.some(({ end }) => Object.hasOwn(end.violates?.byVariant ?? {}, variant));
  }

  /** Each variant that is at work, with the processes that run it where they differ. */
  #variantLines(): string[] {
    const { wording, columns } = this.#context;
    const { lang, variant: override } = this.options;
    const users = new Map<ProgramVariant, string[]>();
    for (const spec of this.scenario.processes) {
      const { variant } = variantOf(spec, override ?? undefined);
      users.set(variant, [...(users.get(variant) ?? []), spec.name]);
    }
    return [...users].flatMap(([{ name, correct, summary }, processes]) => {
      const who = users.size > 1 ? wording.ofProcesses(processes.join(', ')) : '';
      const wrong = correct ? '' : ` (${wording.wrongOnPurpose})`;
      return paragraph(`${wording.variant} ${name}${who}${wrong}: ${summary[lang]}`, 0, columns);
    });
  }
}

/** Whether a step is the drain of a world in which nobody goes on by itself. */
function nothingDrained(events: readonly TraceEvent[]): boolean {
  const kinds = events.map(({ kind }) => kind);
  return kinds.join(' ') === 'step-began drain-began step-ended';
}

/** A part of a report, and the line of the scenario that it tells of; null where there is none. */
export interface TextPiece {
  readonly text: string;
  readonly line: number | null;
}

/** The whole report of runs that are over. */
export function renderText(report: Report, textOptions: TextOptions): string {
  return textPieces(report, textOptions)
    .map(({ text }) => text)
    .join('');
}

/** The same in its parts: the head, each branch's heading, steps and end, and the verdict on the whole. */
export function textPieces({ scenario, runs, options }: Report, textOptions: TextOptions): TextPiece[] {
  const report = new TextReport(scenario, options, textOptions);
  const pieces: TextPiece[] = [{ text: report.head(), line: null }];
  for (const run of runs) {
    const world = new WorldState();
    let line: number | null = null;
    pieces.push({ text: report.branch(run.branch), line });
    for (const event of run.trace) {
      world.apply(event);
      if (event.kind === 'step-began') line = event.line;
      const text = report.see(event, world);
      if (text !== '') pieces.push({ text, line });
    }
    pieces.push({ text: report.end(run), line: run.branch.end.violates?.line ?? null });
  }
  return [...pieces, { text: report.closing(runs), line: null }];
}

/** The verdicts stand below each other, whichever of the known invariants a scenario lists. */
const invariantColumns = 23;

function joined(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

function invariantLines(
  { name, verdict, applies, needed, announced, evidence }: JudgedInvariant,
  nameColumns: number,
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
    verdict === 'not-exercised' ? (needed ? paint.doubtful : paint.quiet) : asAnnounced ? paint.good : paint.bad;
  const sentences = evidence.flatMap(({ code, step, args }) =>
    paragraph(wording.evidence[code](args) + wording.atStep(step), 5, columns),
  );
  const word = `${applies ? wording.verdict[verdict] : wording.notClaimed}${remark}`;
  const line = `   ${sign} ${padEnd(name, nameColumns)}${word}`;
  const lines = widthOf(line) <= columns ? [line] : [`   ${sign} ${name}`, ...paragraph(word, 5, columns)];
  return [...lines.map(colour), ...sentences];
}

function isUntried({ verdict, needed }: JudgedInvariant): boolean {
  return verdict === 'not-exercised' && needed;
}

/** Why an invariant that was to be judged was not. */
function notExercisedLines(invariant: JudgedInvariant, { wording, columns }: StepContext): string[] {
  if (!isUntried(invariant)) return [];
  return paragraph(whyNot(invariant, wording), 5, columns);
}

/** What keeps the run from being as announced besides the invariants; what its step tells of in full is repeated in short. */
function problemLines(run: Run, { wording, columns }: StepContext): string[] {
  const problems = problemsOf(run, wording);
  const short = problems.flatMap(({ inShort }) => inShort ?? []);
  const left = short.length - limits.shownUnmet;
  return [
    ...[...short.slice(0, limits.shownUnmet), ...(left > 0 ? [wording.atEnd.furtherUnmet(left)] : [])].flatMap((line) =>
      hanging(line, 3, columns),
    ),
    ...problems
      .filter(({ inShort }) => inShort === null)
      .flatMap(({ text }) => text.split('\n').flatMap((line) => differenceLine(line, 3, columns))),
  ];
}
