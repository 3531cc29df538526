import { limits } from '../../base/limits.js';
import { isoInstant } from '../../base/time.js';
import { recordName } from '../../model/record.js';
import type { Language } from '../../model/text.js';
import type { PositionMoved, TraceEvent } from '../../trace/event.js';
import type { WorldState } from '../../trace/world-state.js';
import { eventsOf, type StepEvents } from '../steps.js';
import { paragraph } from './layout.js';
import { operationLines, outcomeLines } from './operations.js';
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

/** What happened, in order. Of many units of work the first few are written out and the rest is summed up. */
function happenings(events: readonly TraceEvent[], world: WorldState, context: StepContext): string[] {
  const { wording, paint, columns } = context;
  const units = new Set<string>();
  const hidden: TraceEvent[] = [];
  const isHidden = (unit: string) => {
    units.add(unit);
    return units.size > limits.shownUnits;
  };
  const lines = events.flatMap((event): string[] => {
    switch (event.kind) {
      case 'operation':
        if (isHidden(`${event.actor} ${event.unit || `#${event.id}`}`)) hidden.push(event);
        else return operationLines(event, context);
        return [];
      case 'concluded':
        if (isHidden(`${event.process} ${event.unit}`)) hidden.push(event);
        else return outcomeLines(event, context);
        return [];
      case 'position-moved':
        return positionLines(event, world, context);
      case 'step-skipped':
        return paragraph(wording.step.skipped[event.why](event.subject), 5, columns).map(paint.bad);
      case 'expectation': {
        const { line, subject, expected, found, met } = event;
        return met ? [] : paragraph(wording.unmet(line, subject, expected, found), 5, columns).map(paint.bad);
      }
      default:
        return [];
    }
  });
  const clock = eventsOf(events, 'clock-advanced').at(-1);
  return [
    ...lines,
    ...(hidden.length > 0 ? [`     ${paint.quiet(summary(hidden, context))}`] : []),
    ...(clock ? [`     ${paint.quiet(wording.step.clock(isoInstant(clock.clock)))}`] : []),
  ];
}

/** Where a consumer reads on. A partition without a record has nothing to teach about positions. */
function positionLines(moved: PositionMoved, world: WorldState, { wording, paint, columns }: StepContext): string[] {
  if (world.partition(moved.topic, moved.partition).end === 0) return [];
  const reset = world.groups.get(moved.group)?.reset ?? '';
  const text = wording.step.position(`${moved.topic}-${moved.partition}`, moved.offset, moved.cause, reset);
  return paragraph(text, 5, columns).map(paint.quiet);
}

function summary(hidden: readonly TraceEvent[], { wording }: StepContext): string {
  const byOutcome = new Map<string, number>();
  for (const { outcome } of eventsOf(hidden, 'concluded')) byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + 1);
  const records = [...byOutcome.values()].reduce((sum, count) => sum + count, 0);
  if (records === 0) return wording.furtherOperations(hidden.length);
  return wording.furtherUnits(records, [...byOutcome].map(([outcome, count]) => `${outcome} ${count}`).join(', '));
}
