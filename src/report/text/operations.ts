import { recordName } from '../../model/record.js';
import type { Concluded, OperationDone } from '../../trace/event.js';
import { faultText } from '../fault-text.js';
import type { Wording } from '../wording/wording.js';
import { padEnd, wrap } from './layout.js';
import type { Paint } from './paint.js';
import { visible } from './visible.js';

const nameColumn = 5;
const replyColumn = 21;
const noteColumn = 37;

export interface OperationContext {
  readonly wording: Wording;
  readonly paint: Paint;
  readonly columns: number;
}

/** One operation: its name, what the client saw of it, and what else there is to know. */
export function operationLines(event: OperationDone, { wording, paint, columns }: OperationContext): string[] {
  const { reply, note } = replyOf(event, wording);
  const parts = [
    event.arrived ? wording.reply.late : '',
    note,
    event.fault && !event.arrived ? wording.note.fault(faultText(event.fault).replace(': ', ' ')) : '',
  ].filter((part) => part !== '');
  const colour = event.client === 'ok' ? (text: string) => text : paint.doubtful;
  return columnsOf(event.name, reply, parts.join('; '), colour, paint.quiet, columns);
}

/** What became of a record's offset: committed past, tried to be, passed by the group anyway, or left where it was. */
export type CheckpointFate = { readonly past: number } | 'tried' | 'passed' | 'stays';

/** What the program made of a record, and what that means for the checkpoint. */
export function outcomeLines(event: Concluded, fate: CheckpointFate, context: OperationContext): string[] {
  const { wording, paint, columns } = context;
  const unknown = event.outcome === 'unknown';
  const partition = `${event.record.topic}-${event.record.partition}`;
  const checkpoint =
    fate === 'stays'
      ? wording.checkpointWaits(partition)
      : unknown && typeof fate === 'object'
        ? wording.checkpointPasses(fate.past)
        : null;
  const note = [event.reason, checkpoint].filter((part) => part !== null).join('; ');
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
  if (note === '') {
    const [first = '', ...rest] = wrap(shown, Math.max(10, columns - replyColumn));
    return [head + paintReply(first), ...rest.map((line) => ' '.repeat(replyColumn) + paintReply(line))];
  }
  const fits = padEnd(shown, noteColumn - replyColumn - 1);
  if (fits.length > noteColumn - replyColumn - 1 || columns < noteColumn + 20) {
    const lines = wrap(visible(note), Math.max(10, columns - replyColumn));
    return [head + paintReply(shown), ...lines.map((line) => ' '.repeat(replyColumn) + paintNote(line))];
  }
  const [first = '', ...rest] = wrap(visible(note), columns - noteColumn);
  return [
    `${head}${paintReply(fits)} ${paintNote(first)}`,
    ...rest.map((line) => ' '.repeat(noteColumn) + paintNote(line)),
  ];
}

function replyOf(event: OperationDone, wording: Wording): { reply: string; note: string } {
  const { reply, note } = wording;
  const server =
    event.result?.kind === 'offset'
      ? reply.offset(event.result.offset)
      : note.serverHas(event.name, event.server === 'done');
  const constraint = event.error?.constraint ?? '';
  switch (event.client) {
    case 'ok':
      return seen(event, wording);
    case 'error':
      if (event.server === 'done') return { reply: reply.error(event.error?.code ?? ''), note: note.rolledBackInstead };
      return { reply: reply.error(event.error?.code ?? ''), note: constraint };
    case 'no-reply':
      return { reply: reply.noReply, note: note.clientAndServer(server) };
    case 'crashed':
      return { reply: reply.crashed, note: note.died(server) };
    case 'not-sent':
      return { reply: reply.notSent, note: note.sessionGone };
    case 'waiting':
      return { reply: reply.underWay, note: note.pending };
  }
}

/** A reply that came. */
function seen({ name, result }: OperationDone, { reply, note }: Wording): { reply: string; note: string } {
  if (result?.kind === 'record') {
    if (!result.record) return { reply: reply.nothingNew, note: '' };
    const place = recordName(result.record);
    if (name === 'produce') return { reply: `${reply.acked} ${place}`, note: '' };
    return { reply: result.record.event === null ? place : `${place} ${result.record.event}`, note: '' };
  }
  if (result?.kind === 'offset') return { reply: reply.offset(result.offset), note: '' };
  if (name === 'tryInbox' && result?.kind === 'sql') {
    return result.rows.length > 0
      ? { reply: 'true', note: note.markerNew }
      : { reply: 'false', note: note.markerKnown };
  }
  return { reply: 'ok', note: '' };
}
