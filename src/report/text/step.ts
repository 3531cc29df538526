import { present } from '../../base/assert.js';
import { isoInstant } from '../../base/time.js';
import type { Language } from '../../model/text.js';
import type { Concluded, TraceEvent } from '../../trace/event.js';
import type { GroupChanged, PositionMoved } from '../../trace/group-event.js';
import { fetchedRecords, type WorldState } from '../../trace/world-state.js';
import { differenceLines } from '../difference.js';
import { stopText } from '../failures.js';
import { eventsOf, type StepEvents } from '../steps.js';
import { stepHeading } from './heading.js';
import { differenceLine, paragraph } from './layout.js';
import { newsOf } from './news.js';
import { type CheckpointFate, operationLines, outcomeLines } from './operations.js';
import { type StateContext, stateLines } from './state.js';

export interface StepContext extends StateContext {
  readonly language: Language;
}

/** One step: what is asked before it, what was done, what was said about it, each operation, and what the stores hold now. */
export function stepLines({ began, events }: StepEvents, world: WorldState, context: StepContext): string[] {
  const { paint, columns, language } = context;
  const number = String(began.step).padEnd(3);
  const [first = '', ...rest] = paragraph(stepHeading({ began, events }, context.wording, language), 3, columns);
  return [
    ...(began.ask ? [...paragraph(context.wording.question(began.ask[language]), 3, columns), ''] : []),
    paint.heading(number + first.trimStart()),
    ...rest.map((line) => paint.heading(line)),
    ...(began.say && began.action !== 'say' ? paragraph(began.say[language], 3, columns) : []),
    ...happenings(began.action === 'drain' ? events.filter((event) => !isEmptyPoll(event)) : events, world, context),
    ...stateLines(world, events, context),
  ];
}

/** What happened, in order. Of many units of work the first few are written out and the rest is summed up. */
function happenings(events: readonly TraceEvent[], world: WorldState, context: StepContext): string[] {
  const { wording, paint, columns, shown: most } = context;
  const units = new Set<string>();
  const unitOf = unitsOf(events);
  const shownUnits = unitsToShow(events, unitOf, most.units);
  const hidden: TraceEvent[] = [];
  const actors = new Set(events.flatMap((event) => actorOf(event) ?? []));
  const [began] = eventsOf(events, 'step-began');
  // Whoever goes on because of somebody else's step has to be named.
  const own = began?.actor ?? [...actors][0] ?? null;
  let actor: string | null = null;
  let positions = 0;
  const lines = events.flatMap((event, index): string[] => {
    if (event.kind === 'group-changed' && isPassing(event, events.slice(index + 1))) return [];
    const unit = unitOf(event);
    if (unit !== null) units.add(unit);
    if (unit !== null && !shownUnits.has(unit)) {
      hidden.push(event);
      return [];
    }
    // What a unit does that is not written out is not written out either.
    if (event.kind === 'position-moved' && units.size > most.units) return [];
    const shown = happeningLines(event, events, world, context);
    // The sentence names whose positions follow.
    if (event.kind === 'assignment-changed') actor = event.process;
    if (event.kind === 'position-moved' && shown.length > 0 && ++positions > most.positions) return [];
    // With several at work it has to be said who it is.
    const next = actorOf(event);
    if (shown.length === 0 || next === null || next === actor || (actors.size < 2 && next === own)) return shown;
    actor = next;
    return [...paragraph(`${next}:`, 3, columns), ...shown];
  });
  const clock = eventsOf(events, 'clock-advanced').at(-1);
  return [
    ...lines,
    ...(positions > most.positions
      ? [`     ${paint.quiet(wording.furtherPartitions(positions - most.positions))}`]
      : []),
    ...(hidden.length > 0 ? [`     ${paint.quiet(summary(hidden, context))}`] : []),
    ...(clock ? [`     ${paint.quiet(wording.step.clock(isoInstant(clock.clock)))}`] : []),
  ];
}

/** The first few units of a step, and the first few of the others in which something went other than well. */
function unitsToShow(events: readonly TraceEvent[], unitOf: UnitOf, most: number): ReadonlySet<string> {
  const all = new Set<string>();
  const notable = new Set<string>();
  for (const event of events) {
    const unit = unitOf(event);
    if (unit === null) continue;
    all.add(unit);
    const failed = event.kind === 'operation' && (event.fault !== null || event.client !== 'ok');
    if (failed || (event.kind === 'concluded' && event.outcome === 'unknown')) notable.add(unit);
  }
  const first = [...all].slice(0, most);
  const others = [...notable].filter((unit) => !first.includes(unit)).slice(0, most);
  return new Set([...first, ...others]);
}

/** A fetch that found nothing; the drain ends with some, and they say no more than that it ended. */
function isEmptyPoll(event: TraceEvent): boolean {
  return (
    event.kind === 'operation' && event.name === 'fetch' && event.client === 'ok' && fetchedRecords(event).length === 0
  );
}

/** A state of a group that it leaves again at the same instant. */
function isPassing({ group }: GroupChanged, later: readonly TraceEvent[]): boolean {
  const next = later.find((event) => event.kind === 'clock-advanced' || isChangeOf(group, event));
  return next?.kind === 'group-changed';
}

function isChangeOf(group: string, event: TraceEvent): boolean {
  return event.kind === 'group-changed' && event.group === group;
}

type UnitOf = (event: TraceEvent) => string | null;

/**
 * The unit of work that an event belongs to. An operation of an actor without a program is a unit of its own, and what
 * the actor concludes belongs to the last of them.
 */
function unitsOf(events: readonly TraceEvent[]): UnitOf {
  const units = new Map<TraceEvent, string>();
  const last = new Map<string, string>();
  for (const event of events) {
    if (event.kind === 'operation') {
      const unit = `${event.actor} ${event.unit || `#${event.id}`}`;
      units.set(event, unit);
      last.set(event.actor, unit);
    } else if (event.kind === 'concluded') {
      units.set(event, event.unit > 0 ? `${event.process} ${event.unit}` : (last.get(event.process) ?? event.process));
    }
  }
  return (event) => units.get(event) ?? null;
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
      return operationLines(event, eventsOf(events, 'step-began'), context);
    case 'concluded':
      return outcomeLines(event, checkpointFate(event, events, world), context);
    case 'position-moved':
      return positionLines(event, world, context);
    case 'step-skipped': {
      const text = wording.step.skipped[event.why](event.subject, event.holds);
      return paragraph(event.of ? wording.step.ofStep(event.of.step, text) : text, 5, columns).map(paint.bad);
    }
    case 'run-stopped':
      return paragraph(stopText(event, wording), 5, columns).map(paint.bad);
    case 'expectation': {
      if (event.met) return [];
      return differenceLines(event, wording).flatMap((line) => differenceLine(line, 5, columns).map(paint.bad));
    }
    default: {
      const news = newsOf(event, wording);
      return news === null ? [] : paragraph(news, 5, columns).map(paint.quiet);
    }
  }
}

/** What became of a record's offset in its own unit of work, and whether the group is past it by now in any case. */
function checkpointFate(
  { process, unit, record, outcome }: Concluded,
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
  const { group, program } = present(world.processes.get(process), `process ${process}`);
  if (program === null && outcome !== 'unknown') return 'open';
  const committed = world.committed(group ?? '', record.topic, record.partition);
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
