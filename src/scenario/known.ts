import type { Named } from '../model/expected.js';
import { programs } from '../programs/registry.js';
import type { Entry } from './collections.js';
import type { Located, Reader } from './reader.js';
import type { ActorSpec, ConfigValues, EventSpec, GroupSpec, ProcessSpec, TopicSpec } from './scenario.js';

/** A database by what is known of it without PostgreSQL. */
export interface KnownDatabase {
  readonly name: string;
  /** The names of its tables; null where only PostgreSQL can tell. */
  readonly tables: readonly string[] | null;
  readonly isReplica: boolean;
  /** Whether it is a replica or has one, and so keeps a position. */
  readonly hasPosition: boolean;
}

/** The names of a scenario and what they stand for, in the order in which they were defined. */
export class Known {
  topics: readonly TopicSpec[] = [];
  broker: ConfigValues = {};
  databases: readonly KnownDatabase[] = [];
  events: readonly EventSpec[] = [];
  groups: readonly GroupSpec[] = [];
  processes: readonly ProcessSpec[] = [];
  actors: readonly ActorSpec[] = [];
  invariants: readonly string[] = [];
  /** False after an error among them: what names one is then let pass. */
  invariantsAreRight = true;
  readonly #partitionsAdded = new Map<string, number>();

  constructor(readonly reader: Reader) {}

  topic(name: Located<string>): TopicSpec | undefined {
    return this.#find('topic', name, this.topics);
  }

  database(name: Located<string>): KnownDatabase | undefined {
    return this.#find('database', name, this.databases);
  }

  event(name: Located<string>): EventSpec | undefined {
    return this.#find('event', name, this.events);
  }

  group(name: Located<string>): GroupSpec | undefined {
    return this.#find('group', name, this.groups);
  }

  process(name: Located<string>): ProcessSpec | undefined {
    return this.#find('process', name, this.processes);
  }

  /** Whoever can be crashed and restarted, for a message: processes and actors; nobody where it would not be told. */
  actorNames(): string[] {
    if (this.reader.isFull('unknown-name')) return [];
    return [...this.processes, ...this.actors].map(({ name }) => name);
  }

  /** Whether somebody has a session of this name, as {@link sessionNames} would list it. */
  isSession(name: string): boolean {
    const [actor = '', ...rest] = name.split('.');
    const session = rest.join('.');
    const found = this.actor(actor);
    return found
      ? Object.hasOwn(found.sessions, session)
      : session === '' && named(this.processes, actor) !== undefined;
  }

  /** Sessions by the names that steps and reports have for them; none where it would not be told. */
  sessionNames(): string[] {
    if (this.reader.isFull('unknown-name')) return [];
    const ofActors = this.actors.flatMap(({ name, sessions }) =>
      Object.keys(sessions).map((session) => (session === '' ? name : `${name}.${session}`)),
    );
    return [...this.processes.map(({ name }) => name), ...ofActors];
  }

  /** Whoever subscribes to what a group reads; who reads partitions of its own choice takes no part in a rebalance. */
  membersOf(group: string): string[] {
    return [...this.processes, ...this.actors].flatMap(({ name, reader }) =>
      reader?.group === group && reader.partitions === null ? [name] : [],
    );
  }

  isActor(name: string): boolean {
    return named(this.processes, name) !== undefined || named(this.actors, name) !== undefined;
  }

  actor(name: string): ActorSpec | undefined {
    return named(this.actors, name);
  }

  invariant(name: Located<string>): string | undefined {
    if (!this.invariantsAreRight || this.invariants.includes(name.value)) return name.value;
    return this.reader.unknownName('listed-invariant', name, this.invariants);
  }

  /** Takes note that a step raises the number of partitions. */
  addPartitions(topic: string, partitions: number): void {
    this.#partitionsAdded.set(topic, Math.max(partitions, this.partitionCount(topic)));
  }

  forgetAddedPartitions(): void {
    this.#partitionsAdded.clear();
  }

  partitionCount(topic: string): number {
    return this.#partitionsAdded.get(topic) ?? named(this.topics, topic)?.partitions ?? 0;
  }

  checkPartition({ value, span }: Located<number>, topic: string): boolean {
    const count = this.partitionCount(topic);
    if (value < count) return true;
    this.reader.report('unknown-name', span, {
      what: 'partition-of-topic',
      of: topic,
      name: String(value),
      nearest: [],
      known: count > 8 ? [`0..${count - 1}`] : Array.from({ length: count }, (_, index) => String(index)),
    });
    return false;
  }

  checkPartitionName(name: Located<string>, topic: string): boolean {
    return this.checkPartition({ value: Number(name.value), span: name.span }, topic);
  }

  checkTable(name: Located<string>, database: string, table: string): void {
    const found = named(this.databases, database);
    if (found && (found.tables === null || found.tables.includes(table))) return;
    const databases = this.reader.isFull('unknown-name') ? [] : this.databases;
    const known = databases.flatMap(({ name: each, tables }) => (tables ?? []).map((one) => `${each}.${one}`));
    this.reader.unknownName('table', name, known);
  }

  variant(name: Located<string>): void {
    const variants = this.processes.flatMap(
      (process) => programs.find((program) => program.name === process.program)?.variants ?? [],
    );
    // Without any process there is nothing to compare with, and that has been reported where it is.
    if (variants.length === 0 && this.reader.diagnostics.length > 0) return;
    this.#find('variant', name, variants);
  }

  /** Reports all but the first of entries that share a name with others, of whatever kind. */
  checkApart(what: Named, entries: readonly Entry<unknown>[], others: readonly string[]): void {
    const taken = new Set(others);
    for (const { name } of entries) {
      if (taken.has(name.value)) this.reader.report('duplicate-name', name.span, { what, name: name.value });
    }
  }

  #find<T extends { readonly name: string }>(what: Named, name: Located<string>, known: readonly T[]): T | undefined {
    const found = named(known, name.value);
    if (found) return found;
    const names = this.reader.isFull('unknown-name') ? [] : known.map((candidate) => candidate.name);
    return this.reader.unknownName(what, name, [...new Set(names)]);
  }
}

/** The index of each list that has been searched; a list is never changed once it is there. */
const indexes = new WeakMap<readonly object[], ReadonlyMap<string, object>>();

/** The first of `all` with this name, found without going through them all. */
export function named<T extends { readonly name: string }>(all: readonly T[], name: string): T | undefined {
  let index = indexes.get(all) as ReadonlyMap<string, T> | undefined;
  if (!index) {
    index = new Map(all.toReversed().map((each) => [each.name, each]));
    indexes.set(all, index);
  }
  return index.get(name);
}
