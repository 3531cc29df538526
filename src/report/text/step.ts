import { limits } from '../../base/limits.js';
import { isoInstant } from '../../base/time.js';
import { recordName } from '../../model/record.js';
import type { Language } from '../../model/text.js';
import type { Concluded, TraceEvent } from '../../trace/event.js';
import type { WorldState } from '../../trace/world-state.js';
import { eventsOf, type StepEvents } from '../steps.js';
import { paragraph, visible } from './layout.js';
import { operationLines, outcomeLines, type Unit, unitsOf } from './operations.js';
import { type StateContext, stateLines } from './state.js';

export interface StepContext extends StateContext {
  readonly language: Language;
}

/** One step: what was done, what was said about it, each operation, and what the stores hold now. */
export function stepLines({ began, events }: StepEvents, world: WorldState, context: StepContext): string[] {
  const { paint, columns, language } = context;
  const number = String(began.step).padEnd(3);
  const [first = '', ...rest] = paragraph(heading({ began, events }, context), 3, columns);
  return [
    paint.heading(number + first.trimStart()),
    ...rest.map((line) => paint.heading(line)),
    ...(began.say ? paragraph(began.say[language], 3, columns) : []),
    ...happenings(events, world, context),
    ...stateLines(world, events, context),
  ];
}

function heading({ began, events }: StepEvents, { wording }: StepContext): string {
  const { step } = wording;
  const { actor, subject } = began;
  const named = (text: string) => (actor === null ? text : `${actor} · ${text}`);
  switch (began.action) {
    case 'produce':
      return named(step.produce(subject.event ?? '', subject.count));
    case 'seek':
      return named(step.seek(subject.partition ?? 0, subject.offset ?? 0));
    case 'crash':
      return named(step.crash);
    case 'restart':
      return named(step.restart);
    case 'run':
      return named(subject.until ? step.runIdle : whatWasRead(events, step.nothingToRead));
    case 'advance':
      return step.advance(duration(subject.milliseconds ?? 0));
    case 'check':
      return step.check;
    case 'drain':
      return step.drain;
    case 'arrivals':
      return step.arrivals;
    case 'say':
      return '';
  }
}

/** The record that a run has read, as the heading of its step. */
function whatWasRead(events: readonly TraceEvent[], nothing: string): string {
  for (const { name, result } of eventsOf(events, 'operation')) {
    if (name !== 'fetch' || result?.kind !== 'record' || !result.record) continue;
    return result.record.event === null
      ? recordName(result.record)
      : `${recordName(result.record)} · ${result.record.event}`;
  }
  return nothing;
}

function duration(milliseconds: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
    ['ms', 1],
  ] as const;
  let left = milliseconds;
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.join(' ') || '0 ms';
}

/** Operations with their replies, and what happened besides. */
function happenings(events: readonly TraceEvent[], world: WorldState, context: StepContext): string[] {
  const { wording, paint, columns } = context;
  const lines = unitLines(unitsOf(events), context);
  for (const { why, subject } of eventsOf(events, 'step-skipped')) {
    lines.push(...paragraph(wording.step.skipped[why](subject), 5, columns).map(paint.bad));
  }
  for (const moved of eventsOf(events, 'position-moved')) {
    // A partition without a record has nothing to teach about positions.
    if (world.partition(moved.topic, moved.partition).end === 0) continue;
    const reset = world.groups.get(moved.group)?.reset ?? '';
    const text = wording.step.position(`${moved.topic}-${moved.partition}`, moved.offset, moved.cause, reset);
    lines.push(...paragraph(text, 5, columns).map(paint.quiet));
  }
  const clock = eventsOf(events, 'clock-advanced').at(-1);
  if (clock) lines.push(`     ${paint.quiet(wording.step.clock(isoInstant(clock.clock)))}`);
  for (const { line, subject, expected, found, met } of eventsOf(events, 'expectation')) {
    if (!met) lines.push(...paragraph(wording.unmet(line, subject, expected, found), 5, columns).map(paint.bad));
  }
  return lines;
}

function unitLines(units: readonly Unit[], context: StepContext): string[] {
  const shown = units.length > limits.shownUnits + 1 ? units.slice(0, limits.shownUnits) : units;
  const lines = shown.flatMap(({ events }) =>
    events.flatMap((event) =>
      event.kind === 'operation' ? operationLines(event, context) : outcomeLines(event, context),
    ),
  );
  const hidden = units.slice(shown.length);
  if (hidden.length === 0) return lines;
  const concluded = hidden.flatMap(({ events }) =>
    events.filter((event): event is Concluded => event.kind === 'concluded'),
  );
  const text =
    concluded.length > 0
      ? context.wording.furtherUnits(concluded.length, counts(concluded))
      : context.wording.furtherOperations(hidden.length);
  return [...lines, `     ${context.paint.quiet(visible(text))}`];
}

function counts(concluded: readonly Concluded[]): string {
  const byOutcome = new Map<string, number>();
  for (const { outcome } of concluded) byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + 1);
  return [...byOutcome].map(([outcome, count]) => `${outcome} ${count}`).join(', ');
}
