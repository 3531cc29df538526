import { formatDuration } from '../../base/time.js';
import { recordName } from '../../model/record.js';
import type { Language } from '../../model/text.js';
import type { TraceEvent } from '../../trace/event.js';
import { fetchedRecords } from '../../trace/world-state.js';
import { eventsOf, type StepEvents } from '../steps.js';
import type { Wording } from '../wording/wording.js';

/** What a step does, in a line. */
export function stepHeading({ began, events }: StepEvents, wording: Wording, language: Language): string {
  const { actor, subject, action } = began;
  const { step } = wording;
  const name = subject.session === undefined ? actor : `${actor}.${subject.session}`;
  const named = (text: string) => (actor === null ? text : `${name} · ${text}`);
  switch (action) {
    case 'sql':
      return named(oneLine(subject.text ?? ''));
    case 'produce':
      return named(step.produce(subject.event ?? '', subject.count));
    case 'enqueue':
      return named(step.enqueue(subject.event ?? '', subject.count));
    case 'ack':
    case 'nack':
      return named(step[action](subject.text ?? ''));
    case 'fetch':
      return named(subject.partition === undefined ? step.fetch : step.fetchFrom(subject.partition));
    case 'commit-offset':
      return named(step.commitOffset(subject.text ?? ''));
    case 'seek':
      return named(step.seek(subject.partition ?? 0, subject.text ?? ''));
    case 'join':
    case 'leave':
      return named(step[action]);
    case 'effect':
      return named(step.effect(subject.text ?? ''));
    case 'crash':
      return named(step.crash);
    case 'restart':
      return named(step.restart);
    case 'freeze':
    case 'thaw':
      return named(step[action]);
    case 'recreate-slot':
      return named(step.recreateSlot);
    case 'kill-session':
      return named(step.killSession);
    case 'run':
      return named(
        runHeading(subject.until, events, wording) + (subject.text === undefined ? '' : ` · ${subject.text}`),
      );
    case 'replay':
      return step.replay(subject.replica ?? '', subject.count);
    case 'rebalance':
      return step.rebalance(subject.group ?? '', subject.text);
    case 'add-partitions':
      return step.addPartitions(subject.topic ?? '', subject.count ?? 0);
    case 'delete-records':
      return step.deleteRecords(`${subject.topic}-${subject.partition}`, subject.offset ?? -1);
    case 'broker':
      return step.broker(subject.text ?? '');
    case 'advance':
      return step.advance(formatDuration(subject.milliseconds ?? 0));
    case 'check':
      return step.check;
    case 'drain':
      return subject.count === 0 ? step.nobodyToDrain : step.drain;
    case 'arrivals':
      return step.arrivals;
    case 'say':
      return began.say?.[language] ?? '';
  }
}

/** The record that a run has read; a fetch that failed or died has read nothing, and one that went on reads none. */
function runHeading(until: string | undefined, events: readonly TraceEvent[], { step }: Wording): string {
  if (until === 'idle') return step.runIdle;
  const fetched = eventsOf(events, 'operation').find(({ name, client }) => name === 'fetch' && client === 'ok');
  const pause = until === undefined ? '' : `, ${step.runUntil(until)}`;
  if (!fetched) return step.run + pause;
  const [record] = fetchedRecords(fetched);
  if (!record) return step.nothingToRead;
  return (record.event === null ? recordName(record) : `${recordName(record)} · ${record.event}`) + pause;
}

/** A statement of several lines in one. */
export function oneLine(statement: string): string {
  return statement.trim().replace(/\s+/g, ' ');
}
