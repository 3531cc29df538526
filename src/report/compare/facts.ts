import { recordName } from '../../model/record.js';
import type { Row, RowChange } from '../../model/sql.js';
import type { TraceEvent } from '../../trace/event.js';
import type { WorldState } from '../../trace/world-state.js';
import { stopText } from '../failures.js';
import { faultText } from '../fault-text.js';
import type { StepEvents } from '../steps.js';
import { newsOf } from '../text/news.js';
import { replyOf } from '../text/operations.js';
import type { Wording } from '../wording/wording.js';

/** One thing that happened in a step, or that is left at the end, short enough to stand in half a line. */
export interface Fact {
  /** What it is about: an operation, a table, a partition. Empty for a sentence. */
  readonly label: string;
  readonly text: string;
}

/** What happened in a step, in order. What a scenario expects of it is no part: it speaks of one variant only. */
export function stepFacts({ began, events }: StepEvents, wording: Wording, mostRecords: number): Fact[] {
  return events.flatMap((event) => factsOf(event, began.actor, wording, mostRecords));
}

function factsOf(event: TraceEvent, actor: string | null, wording: Wording, mostRecords: number): Fact[] {
  /** Whoever acts in somebody else's step has to be named. */
  const by = (who: string, label: string) => (actor === null || who === actor ? label : `${who}: ${label}`);
  switch (event.kind) {
    case 'operation': {
      const { reply, note } = replyOf(event, wording, mostRecords);
      const notes = [
        event.arrived ? wording.reply.late : '',
        note,
        event.fault && !event.arrived ? wording.note.fault(faultText(event.fault).replace(': ', ' ')) : '',
      ];
      return [{ label: by(event.actor, event.name), text: [reply, ...notes].filter((part) => part !== '').join('; ') }];
    }
    case 'concluded':
      return [{ label: by(event.process, wording.outcome), text: event.outcome }];
    case 'rows-committed':
      return event.changes.map((change) => ({ label: `${event.database}.${change.table}`, text: changeText(change) }));
    case 'record-appended':
      return [{ label: recordName(event.record), text: `+ ${event.event ?? event.record.value ?? 'NULL'}` }];
    case 'step-skipped':
      return [{ label: '', text: wording.step.skipped[event.why](event.subject, event.holds) }];
    case 'fault-unfired':
      return [
        { label: '', text: wording.unfired(event.line, event.step, event.operation, event.fault, event.occurrence) },
      ];
    case 'run-stopped':
      return [{ label: '', text: stopText(event, wording) }];
    default: {
      const news = newsOf(event, wording);
      return news === null ? [] : [{ label: '', text: news }];
    }
  }
}

/** What the stores hold when all is over: rows, committed offsets, the log, effects. */
export function endFacts(world: WorldState): Fact[] {
  const rows = [...world.databases].flatMap(([database, tables]) =>
    [...tables.values()].flatMap((table) =>
      [...table.rows()].map(({ values }) => ({ label: `${database}.${table.info.name}`, text: rowText(values) })),
    ),
  );
  const log = [...world.partitions.values()]
    .flat()
    .flatMap(({ records }) =>
      records.map(({ record, event }) => ({ label: recordName(record), text: event ?? record.value ?? 'NULL' })),
    );
  const offsets = [...world.groups.values()].flatMap(({ name, topic }) =>
    (world.partitions.get(topic) ?? []).map(({ partition, end }) => ({
      label: `${name} ${topic}-${partition}`,
      text: `${world.committed(name, topic, partition) ?? '-'}/${end}`,
    })),
  );
  const effects = world.ledger.map(({ effect, event }) => ({ label: effect, text: event ?? '-' }));
  return [...rows, ...log, ...offsets, ...effects];
}

function changeText({ kind, before, after }: RowChange): string {
  const sign = { insert: '+', update: '~', delete: '-', truncate: '-' }[kind];
  const text = before && after ? updateText(before, after) : rowText(after ?? before ?? []);
  return `${sign} ${text}`.trimEnd();
}

/**
 * What an update has changed, among the values by which the row is known. Long values that stay are left out: where two
 * runs differ in one, they have differed since it was written.
 */
function updateText(before: Row, after: Row): string {
  const parts = after.map((value, index) => {
    const [old, now] = [before[index] ?? 'NULL', value ?? 'NULL'];
    if (old !== now) return `${old} → ${now}`;
    return now.length > longestKept ? '…' : now;
  });
  return parts.join(', ');
}

/** As long as a UUID, by which rows are known. */
const longestKept = 36;

function rowText(row: Row): string {
  return row.map((value) => value ?? 'NULL').join(', ');
}
