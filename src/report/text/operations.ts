import { SQL_OPERATIONS } from '../../model/names.js';
import { recordName } from '../../model/record.js';
import { rowCountOf } from '../../model/sql.js';
import type { Concluded, OperationDone, StepBegan } from '../../trace/event.js';
import { faultText } from '../fault-text.js';
import { statementFrame } from '../statement-frame.js';
import type { Wording } from '../wording/wording.js';
import { grid, padEnd, wrap } from './layout.js';
import type { Paint } from './paint.js';
import type { ShownCounts } from './state.js';
import { visible } from './visible.js';

const nameColumn = 5;
const replyColumn = 21;
const noteColumn = 37;

export interface OperationContext {
  readonly wording: Wording;
  readonly paint: Paint;
  readonly columns: number;
  readonly shown: ShownCounts;
}

/** Whether a step's heading leaves open which values its requests carry: it shows expressions, or no event of an effect. */
function leavesValuesOpen({ action, subject }: StepBegan): boolean {
  return action === 'effect' || `${subject.event ?? ''}${subject.text ?? ''}`.includes('${');
}

/** Whether the heading of a produced record names the event that it carries. */
function namesEvent({ action, subject }: StepBegan, event: string): boolean {
  return action !== 'produce' || (subject.event ?? '').includes(event);
}

/** One operation: its name, what the client saw of it, and what else there is to know. */
export function operationLines(
  event: OperationDone,
  steps: readonly StepBegan[],
  { wording, paint, columns, shown }: OperationContext,
): string[] {
  const { reply, note } = replyOf(event, wording, shown.records);
  const valuesAreOpen = steps.some(leavesValuesOpen);
  const values = valuesAreOpen && !event.arrived ? (event.values ?? []).map((value) => value ?? 'NULL').join(', ') : '';
  // As with a fetch, the event stands beside its record.
  const isAcked = event.name === 'produce' && event.client === 'ok' && values !== '';
  const carried = event.name === 'produce' && event.result?.kind === 'record' ? event.result.record?.event : null;
  const isUnnamed =
    values === '' && event.client === 'ok' && carried != null && steps.some((step) => !namesEvent(step, carried));
  const parts = [
    isAcked ? '' : values,
    event.resumed === undefined ? (event.arrived ? wording.reply.late : '') : resumedNote(event, wording),
    note,
    event.fault && !event.arrived ? wording.note.fault(faultText(event.fault).replace(': ', ' ')) : '',
  ].filter((part) => part !== '');
  const colour = event.client === 'ok' ? (text: string) => text : paint.doubtful;
  return [
    ...columnsOf(
      event.name,
      isAcked ? `${reply} ${values}` : isUnnamed ? `${reply} ${carried}` : reply,
      parts.join('; '),
      colour,
      paint.quiet,
      columns,
    ),
    ...resultLines(event, paint, columns, shown.rows),
    ...pointerLines(event, paint, columns),
  ];
}

/** A statement that had waited: how many rows it has touched or answered after all. */
function resumedNote({ result }: OperationDone, { note }: Wording): string {
  return note.resumed(result?.kind === 'sql' ? rowCountOf(result.tag) : null);
}

/** The rows that a statement of an actor answered. */
function resultLines(
  { name, result, subject, client }: OperationDone,
  paint: Paint,
  columns: number,
  most: number,
): string[] {
  if (subject === null || result?.kind !== 'sql' || client !== 'ok' || result.columns.length === 0) return [];
  if (name !== 'sql' || result.rows.length === 0) return [];
  const shown = result.rows.slice(0, most);
  const left = result.rows.length - shown.length;
  const rows = shown.map((row) => ({ cells: row.map((value) => (value === null ? 'NULL' : visible(value))) }));
  return [
    ...grid([{ cells: result.columns.map(visible), paint: paint.quiet }, ...rows], nameColumn, columns),
    ...(left > 0 ? [`${' '.repeat(nameColumn + 2)}${paint.quiet(`... ${left}`)}`] : []),
  ];
}

/** The statement, and a caret where PostgreSQL points. */
function pointerLines({ error, subject }: OperationDone, paint: Paint, columns: number): string[] {
  if (subject === null || error?.position == null) return [];
  return statementFrame(subject, error.position, columns - nameColumn).map(
    (line) => ' '.repeat(nameColumn) + paint.quiet(line),
  );
}

/**
 * What became of a record's offset: committed past, tried to be, passed by the group anyway, left where it was; or open,
 * because an actor commits in a step of its own.
 */
export type CheckpointFate = { readonly past: number } | 'tried' | 'passed' | 'stays' | 'open';

/** What the program made of a record, and what that means for the checkpoint. */
export function outcomeLines(event: Concluded, fate: CheckpointFate, context: OperationContext): string[] {
  const { wording, paint, columns } = context;
  const unknown = event.outcome === 'unknown';
  const partition = `${event.record.topic}-${event.record.partition}`;
  // An actor without a program commits in a step of its own, and no heading names the record.
  const own = event.unit === 0;
  const record = own ? `${recordName(event.record)} ${event.record.event ?? ''}`.trim() : null;
  const checkpoint =
    fate === 'stays' && (unknown || !own)
      ? wording.checkpointWaits(partition)
      : unknown && typeof fate === 'object'
        ? wording.checkpointPasses(fate.past)
        : null;
  const note = [record, event.reason, checkpoint].filter((part) => part !== null).join('; ');
  return columnsOf(
    wording.outcome,
    event.outcome,
    note,
    unknown ? paint.doubtful : paint.good,
    (text) => text,
    columns,
  );
}

/** `name  reply  note`, the note broken under itself; a reply that is too long for its column pushes the note on. */
function columnsOf(
  name: string,
  reply: string,
  note: string,
  paintReply: (text: string) => string,
  paintNote: (text: string) => string,
  columns: number,
): string[] {
  const head = ' '.repeat(nameColumn) + padEnd(name, replyColumn - nameColumn);
  const shown = visible(reply);
  const fits = padEnd(shown, noteColumn - replyColumn - 1);
  if (note === '' || fits.length > noteColumn - replyColumn - 1 || columns < noteColumn + 20) {
    const wrapped = (text: string) => wrap(text, Math.max(10, columns - replyColumn));
    const [first = '', ...rest] = wrapped(shown);
    const notes = note === '' ? [] : wrapped(visible(note));
    const below = [...rest.map(paintReply), ...notes.map(paintNote)];
    return [head + paintReply(first), ...below.map((line) => ' '.repeat(replyColumn) + line)];
  }
  const [first = '', ...rest] = wrap(visible(note), columns - noteColumn);
  return [
    `${head}${paintReply(fits)} ${paintNote(first)}`,
    ...rest.map((line) => ' '.repeat(noteColumn) + paintNote(line)),
  ];
}

function isSql(name: string): boolean {
  return (SQL_OPERATIONS as readonly string[]).includes(name);
}

export interface Reply {
  readonly reply: string;
  readonly note: string;
}

/** What the client saw of an operation, in a word or two, and what else there is to know. */
export function replyOf(event: OperationDone, wording: Wording, mostRecords: number): Reply {
  const { reply, note } = wording;
  const server =
    event.result?.kind === 'offset'
      ? reply.offset(event.result.offset)
      : note.serverHas(event.name, event.server === 'done');
  const constraint =
    event.error?.constraint ?? (event.error?.exception === event.error?.code ? '' : (event.error?.exception ?? ''));
  switch (event.client) {
    case 'ok':
      return seen(event, wording, mostRecords);
    case 'error':
      if (event.server === 'done') return { reply: reply.error(event.error?.code ?? ''), note: note.rolledBackInstead };
      return { reply: reply.error(event.error?.code ?? ''), note: constraint };
    case 'no-reply':
      // Without a fault it is the broker that is away.
      if (event.fault === null && event.server === 'nothing')
        return { reply: reply.noReply, note: wording.news.brokerAway };
      return { reply: reply.noReply, note: note.clientAndServer(server) };
    case 'crashed':
      return { reply: reply.crashed, note: note.died(server) };
    case 'not-sent':
      return { reply: reply.notSent, note: isSql(event.name) ? note.sessionGone : (event.error?.code ?? '') };
    case 'waiting':
      if (event.blockedBy) return { reply: reply.blocked(event.blockedBy.map(visible).join(', ')), note: '' };
      return { reply: reply.underWay, note: event.server === 'pending' ? note.pending : note.clientAndServer(server) };
  }
}

/** A reply that came; of many records the first `most` are named. */
function seen({ name, result, subject }: OperationDone, { reply, note }: Wording, most: number): Reply {
  if (result?.kind === 'record') {
    if (!result.record) return { reply: reply.nothingNew, note: '' };
    const place = recordName(result.record);
    if (name === 'produce') return { reply: `${reply.acked} ${place}`, note: '' };
    return { reply: result.record.event === null ? place : `${place} ${result.record.event}`, note: '' };
  }
  if (result?.kind === 'records') {
    const places = result.records.map(
      (record) => recordName(record) + (record.event === null ? '' : ` ${record.event}`),
    );
    const shown = places.slice(0, most);
    const left = places.length - shown.length;
    return {
      reply: places.length === 0 ? reply.nothingNew : shown.join(', ') + (left > 0 ? ` ... ${left}` : ''),
      note: '',
    };
  }
  if (result?.kind === 'changes') {
    return { reply: result.transactions === 0 ? reply.nothingNew : reply.changes(result.transactions), note: '' };
  }
  if (result?.kind === 'position') return { reply: reply.confirmed(result.position), note: '' };
  if (result?.kind === 'offset') return { reply: reply.offset(result.offset), note: '' };
  if (name === 'poll' && result?.kind === 'sql') {
    return { reply: result.rows.length === 0 ? reply.nothingNew : result.tag, note: '' };
  }
  // A statement of a scenario's own shows the server's own word on it.
  if (result?.kind === 'sql' && subject !== null) {
    const aborted = name === 'commit' && result.tag === 'ROLLBACK';
    return { reply: result.tag, note: aborted ? note.rolledBackInstead : '' };
  }
  if (name === 'tryInbox' && result?.kind === 'sql') {
    return result.rows.length > 0
      ? { reply: 'true', note: note.markerNew }
      : { reply: 'false', note: note.markerKnown };
  }
  return { reply: 'ok', note: '' };
}
