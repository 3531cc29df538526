import { limits } from '../../base/limits.js';
import { formatDuration, isoInstant } from '../../base/time.js';
import { recordName } from '../../model/record.js';
import type { Language } from '../../model/text.js';
import type { Concluded, PositionMoved, TraceEvent } from '../../trace/event.js';
import type { WorldState } from '../../trace/world-state.js';
import { eventsOf, type StepEvents } from '../steps.js';
import type { Wording } from '../wording/wording.js';
import { paragraph } from './layout.js';
import { type CheckpointFate, operationLines, outcomeLines } from './operations.js';
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
    ...(began.say && began.action !== 'say' ? paragraph(began.say[language], 3, columns) : []),
    ...happenings(began.action === 'drain' ? events.filter((event) => !isEmptyPoll(event)) : events, world, context),
    ...stateLines(world, events, context),
  ];
}

function heading({ began, events }: StepEvents, { wording, language }: StepContext): string {
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
      return named(subject.until ? step.runIdle : whatWasRead(events, wording));
    case 'advance':
      return step.advance(formatDuration(subject.milliseconds ?? 0));
    case 'check':
      return step.check;
    case 'drain':
      return step.drain;
    case 'arrivals':
      return step.arrivals;
    case 'say':
      return began.say?.[language] ?? '';
  }
}

/** The record that a run has read, as the heading of its step; a fetch that failed or died has read nothing. */
function whatWasRead(events: readonly TraceEvent[], { step }: Wording): string {
  const fetched = eventsOf(events, 'operation').find(({ name, client }) => name === 'fetch' && client === 'ok');
  if (fetched?.result?.kind !== 'record') return step.run;
  const { record } = fetched.result;
  if (!record) return step.nothingToRead;
  return record.event === null ? recordName(record) : `${recordName(record)} · ${record.event}`;
}

/** What happened, in order. Of many units of work the first few are written out and the rest is summed up. */
function happenings(events: readonly TraceEvent[], world: WorldState, context: StepContext): string[] {
  const { wording, paint, columns } = context;
  const units = new Set<string>();
  const shownUnits = unitsToShow(events);
  const hidden: TraceEvent[] = [];
  const actors = new Set(events.flatMap((event) => actorOf(event) ?? []));
  let actor: string | null = null;
  let positions = 0;
  const lines = events.flatMap((event): string[] => {
    const unit = unitOf(event);
    if (unit !== null) units.add(unit);
    if (unit !== null && !shownUnits.has(unit)) {
      hidden.push(event);
      return [];
    }
    // What a unit does that is not written out is not written out either.
    if (event.kind === 'position-moved' && units.size > limits.shownUnits) return [];
    const shown = happeningLines(event, events, world, context);
    if (event.kind === 'position-moved' && shown.length > 0 && ++positions > limits.shownPositions) return [];
    // With several at work it has to be said who it is.
    const next = actorOf(event);
    if (shown.length === 0 || next === null || next === actor || actors.size < 2) return shown;
    actor = next;
    return [...paragraph(`${next}:`, 3, columns), ...shown];
  });
  const clock = eventsOf(events, 'clock-advanced').at(-1);
  return [
    ...lines,
    ...(positions > limits.shownPositions
      ? [`     ${paint.quiet(wording.furtherPartitions(positions - limits.shownPositions))}`]
      : []),
    ...(hidden.length > 0 ? [`     ${paint.quiet(summary(hidden, context))}`] : []),
    ...(clock ? [`     ${paint.quiet(wording.step.clock(isoInstant(clock.clock)))}`] : []),
  ];
}

/** The first few units of a step, and the first few of the others in which something went other than well. */
function unitsToShow(events: readonly TraceEvent[]): ReadonlySet<string> {
  const all = new Set<string>();
  const notable = new Set<string>();
  for (const event of events) {
    const unit = unitOf(event);
    if (unit === null) continue;
    all.add(unit);
    const failed = event.kind === 'operation' && (event.fault !== null || event.client !== 'ok');
    if (failed || (event.kind === 'concluded' && event.outcome === 'unknown')) notable.add(unit);
  }
  const first = [...all].slice(0, limits.shownUnits);
  const others = [...notable].filter((unit) => !first.includes(unit)).slice(0, limits.shownUnits);
  return new Set([...first, ...others]);
}

/** A fetch that found nothing; the drain ends with some, and they say no more than that it ended. */
function isEmptyPoll(event: TraceEvent): boolean {
  return (
    event.kind === 'operation' &&
    event.name === 'fetch' &&
    event.client === 'ok' &&
    event.result?.kind === 'record' &&
    !event.result.record
  );
}

/** The unit of work that an event belongs to; each operation of an actor without a program is one of its own. */
function unitOf(event: TraceEvent): string | null {
  if (event.kind === 'operation') return `${event.actor} ${event.unit || `#${event.id}`}`;
  return event.kind === 'concluded' ? `${event.process} ${event.unit}` : null;
}

function actorOf(event: TraceEvent): string | null {
  if (event.kind === 'operation') return event.actor;
  return event.kind === 'concluded' || event.kind === 'position-moved' ? event.process : null;
}

function happeningLines(
  event: TraceEvent,
  events: readonly TraceEvent[],
  world: WorldState,
  context: StepContext,
): string[] {
  const { wording, paint, columns } = context;
  switch (event.kind) {
    case 'operation':
      return operationLines(event, context);
    case 'concluded':
      return outcomeLines(event, checkpointFate(event, events, world), context);
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
}

/** What became of a record's offset in its own unit of work, and whether the group is past it by now in any case. */
function checkpointFate(
  { process, unit, record }: Concluded,
  events: readonly TraceEvent[],
  world: WorldState,
): CheckpointFate {
  const commits = eventsOf(events, 'operation').filter(
    (event) => event.actor === process && event.unit === unit && event.name === 'commit-offset',
  );
  for (const { server, result } of commits) {
    if (server === 'done' && result?.kind === 'offset' && result.offset > record.offset) return { past: result.offset };
  }
  if (commits.length > 0) return 'tried';
  const group = world.processes.get(process)?.group ?? '';
  const committed = world.committed(group, record.topic, record.partition);
  return committed !== null && committed > record.offset ? 'passed' : 'stays';
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
