import { lastHeader } from '../kafka/headers.js';
import type { Enqueued } from '../kafka/producer.js';
import { eventIdOf, type LogRecord } from '../model/record.js';
import type { Row, SqlResult } from '../model/sql.js';
import { eachName, type Reference, referenceText, type Template, type ValueTemplate } from '../scenario/template.js';
import { isJson, type Payload } from '../scenario/values.js';
import type { Holds, StepSkipped } from '../trace/skip-event.js';

/** Something that an actor remembers under a name. */
export type Remembered =
  | { readonly kind: 'value'; readonly value: string | null }
  | {
      readonly kind: 'rows';
      readonly columns: readonly string[];
      readonly rows: readonly Row[];
      /** What PostgreSQL gave where `rows` shows its transaction ids and OIDs numbered anew. */
      readonly own: readonly Row[];
    }
  | { readonly kind: 'records'; readonly records: readonly LogRecord[] }
  | { readonly kind: 'queued'; readonly enqueued: readonly Enqueued[] };

/** A step refers to something that is not there: a row of an empty result, a column that no result has. */
export class NoValue extends Error {
  override readonly name = 'NoValue';

  /** `expression` as the scenario writes it; `holds` what its name stands for. */
  constructor(
    readonly expression: string,
    readonly holds: Holds | null = null,
  ) {
    super(`${expression} has no value`);
  }

  /** How the trace tells of it. */
  get skipped(): StepSkipped {
    const holds = this.holds ? { holds: this.holds } : {};
    return { kind: 'step-skipped', why: 'no-value', subject: this.expression, ...holds };
  }
}

/** What an actor remembers. A crash wipes it. */
export class ActorMemory {
  readonly #values = new Map<string, Remembered>();

  constructor(initial: Readonly<Record<string, string | null>>) {
    for (const [name, value] of Object.entries(initial)) this.#values.set(name, { kind: 'value', value });
  }

  set(name: string, value: Remembered): void {
    this.#values.set(name, value);
  }

  /** Adds rows or records to those of the same kind that are under `name`. */
  add(name: string, value: Remembered): void {
    this.#values.set(name, joined(this.#values.get(name), value));
  }

  get(name: string): Remembered | undefined {
    return this.#values.get(name);
  }

  /** The rows or records under `name`, each by itself. */
  itemsOf(name: string): Remembered[] {
    const items = itemsIn(this.#values.get(name));
    if (items) return items;
    throw new NoValue(referenceText({ name, path: [] }));
  }
}

function joined(first: Remembered | undefined, second: Remembered): Remembered {
  if (first?.kind === 'rows' && second.kind === 'rows') {
    return { ...second, rows: [...first.rows, ...second.rows], own: [...first.own, ...second.own] };
  }
  if (first?.kind === 'records' && second.kind === 'records') {
    return { kind: 'records', records: [...first.records, ...second.records] };
  }
  if (first?.kind === 'queued' && second.kind === 'queued') {
    return { kind: 'queued', enqueued: [...first.enqueued, ...second.enqueued] };
  }
  return second;
}

/** Everything that a list holds, each as a list of one; null for what is no list. */
function itemsIn(value: Remembered | undefined): Remembered[] | null {
  switch (value?.kind) {
    case 'rows':
      return value.rows.map((_, index) => rowOf(value, index));
    case 'records':
      return value.records.map((record) => ({ ...value, records: [record] }));
    case 'queued':
      return value.enqueued.map((enqueued) => ({ ...value, enqueued: [enqueued] }));
    default:
      return null;
  }
}

/** What the answer to an actor's request is to its memory; null where there is nothing to remember. */
export function rememberedAs(action: string, answer: unknown): Remembered | null {
  if (action === 'sql') {
    const { columns, rows, own = rows } = answer as SqlResult;
    return { kind: 'rows', columns, rows, own };
  }
  if (action === 'fetch') return { kind: 'records', records: answer as LogRecord[] };
  const sent = (action === 'produce' || action === 'ack') && answer;
  return sent ? { kind: 'records', records: [sent as LogRecord] } : null;
}

/** What the expressions of one operation mean: the actor's memory, and the row or record that it is at. */
export interface Meanings {
  readonly memory: ActorMemory;
  readonly item: Remembered | null;
  /** The record that the actor fetched last; an expression without a name is its event, or that of the record it is at. */
  readonly lastFetched: LogRecord | null;
}

/** Whom a value goes to: PostgreSQL knows its ids as it gave them, everybody else as they are shown. */
type Recipient = 'anybody' | 'postgres';

/** @throws NoValue */
export function evaluate(template: ValueTemplate, meanings: Meanings, recipient: Recipient = 'anybody'): string | null {
  if (template === null) return null;
  const found = (reference: Reference) => referencedValue(reference, meanings, recipient);
  const [only] = template;
  if (template.length === 1 && only !== undefined && typeof only !== 'string') return found(only);
  return template.map((part) => (typeof part === 'string' ? part : (found(part) ?? ''))).join('');
}

/** @throws NoValue also for what is no whole number. */
export function evaluateNumber(template: Template, meanings: Meanings): number {
  const value = evaluate(template, meanings);
  if (value !== null && /^-?\d{1,15}$/.test(value)) return Number(value);
  throw new NoValue(template.map((part) => (typeof part === 'string' ? part : referenceText(part))).join(''));
}

/** @throws NoValue */
export function evaluatePayload(payload: Payload, meanings: Meanings): string | null {
  if (payload === null || !isJson(payload)) return evaluate(payload, meanings);
  return payload.json
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(evaluate(part.template, meanings))))
    .join('');
}

/** The records that a template stands for: all that an actor remembers under a name, or one of them. @throws NoValue */
export function evaluateRecords(template: Template, meanings: Meanings): readonly LogRecord[] {
  const [only] = template;
  if (template.length === 1 && only !== undefined && typeof only !== 'string') {
    const found = follow(only, meanings);
    const records = found.value?.kind === 'records' ? found.value.records : [];
    if (records.length > 0 && found.rest.length === 0) return records;
    throw new NoValue(referenceText(only));
  }
  throw new NoValue(String(only));
}

/**
 * The queued records under a name, or one of them: `sent`, `sent.0`, `sent.last`. Within `each`, the item itself.
 * @throws NoValue where they have died with an earlier life.
 */
export function evaluateQueued(name: string, each: string | null, meanings: Meanings): readonly Enqueued[] {
  const [first = '', ...path] = (name === each ? eachName : name).split('.');
  const { value, rest } = follow({ name: first, path }, meanings);
  if (value?.kind === 'queued' && rest.length === 0) return value.enqueued;
  throw new NoValue(name);
}

function referencedValue(reference: Reference, meanings: Meanings, recipient: Recipient): string | null {
  if (reference.name === '') {
    const [record = meanings.lastFetched] = meanings.item?.kind === 'records' ? meanings.item.records : [];
    return record && eventIdOf(record.value);
  }
  const { value, rest } = follow(reference, meanings);
  const found = value && scalarOf(value, rest, recipient);
  if (found === undefined) throw new NoValue(referenceText(reference), holdsOf(reference, meanings));
  return found;
}

function holdsOf({ name }: Reference, { memory, item }: Meanings): Holds | null {
  const value = name === eachName ? item : memory.get(name);
  if (value?.kind === 'rows') return { what: 'rows', count: value.rows.length, columns: value.columns };
  return value?.kind === 'records' ? { what: 'records', count: value.records.length, columns: recordParts } : null;
}

/** Goes to the one row or record that a reference means; what is left of the path names a part of it. */
function follow(
  { name, path }: Reference,
  { memory, item }: Meanings,
): { value: Remembered | undefined; rest: readonly string[] } {
  const value = name === eachName ? (item ?? undefined) : memory.get(name);
  const [first = '', ...rest] = path;
  const items = itemsIn(value);
  const index = first === 'first' ? 0 : first === 'last' ? -1 : /^\d{1,6}$/.test(first) ? Number(first) : null;
  return items && index !== null ? { value: items.at(index), rest } : { value, rest: path };
}

function rowOf(value: Extract<Remembered, { kind: 'rows' }>, index: number): Remembered {
  return { ...value, rows: value.rows.slice(index, index + 1), own: value.own.slice(index, index + 1) };
}

function scalarOf(value: Remembered, path: readonly string[], recipient: Recipient): string | null | undefined {
  switch (value.kind) {
    case 'value':
      return path.length === 0 ? value.value : undefined;
    case 'rows': {
      const [row, ...others] = recipient === 'postgres' ? value.own : value.rows;
      if (!row || others.length > 0 || path.length > 1) return undefined;
      const [column] = path;
      // A result of a single value needs no further words.
      if (column === undefined) return row.length === 1 ? row[0] : undefined;
      const index = value.columns.indexOf(column);
      return index < 0 ? undefined : row[index];
    }
    case 'records': {
      const [record, ...others] = value.records;
      return record && others.length === 0 ? partOf(record, path) : undefined;
    }
    case 'queued':
      return undefined;
  }
}

const recordParts = ['topic', 'partition', 'offset', 'next', 'key', 'event', 'value', 'headers'] as const;

/** A part of a record: `topic`, `partition`, `offset`, `next`, `key`, `event`, `value`, `value.member`, `headers.name`. */
function partOf(record: LogRecord, [part = '', ...rest]: readonly string[]): string | null | undefined {
  if (part === 'value' && rest.length > 0) return memberOf(record.value, rest);
  if (part === 'headers') return lastHeader(record.headers, rest.join('.'));
  if (rest.length > 0) return undefined;
  switch (part) {
    case 'topic':
      return record.topic;
    case 'partition':
    case 'offset':
      return String(record[part]);
    case 'next':
      // What a consumer commits once it is done with the record.
      return String(record.offset + 1);
    case 'key':
    case 'value':
      return record[part];
    case 'event':
      return eventIdOf(record.value);
    default:
      return undefined;
  }
}

function memberOf(value: string | null, path: readonly string[]): string | null | undefined {
  let found: unknown;
  try {
    found = value === null ? undefined : JSON.parse(value);
  } catch {
    return undefined;
  }
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  if (found === undefined) return undefined;
  if (found === null) return null;
  return typeof found === 'string' ? found : JSON.stringify(found);
}
