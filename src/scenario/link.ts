import { limits } from '../base/limits.js';
import { INVARIANTS, type InvariantName, RESERVED_WORDS, type ResetPolicy } from '../model/names.js';
import type { Headers } from '../model/record.js';
import { isQuery } from '../postgres/statement.js';
import { type Entry, plainText } from './collections.js';
import { noState } from './expectation.js';
import type { ReadBranch, ReadScenario } from './grammar.js';
import { Known } from './known.js';
import { linkActors } from './link-actors.js';
import { linkConfig } from './link-config.js';
import { linkDatabases, type ReadFile } from './link-databases.js';
import { linkProcesses, withAddedTables } from './link-processes.js';
import { linkState } from './link-state.js';
import { StepLinker } from './link-steps.js';
import type { Located, Reader } from './reader.js';
import { wholeNumber } from './rules.js';
import type { ActorSpec, BranchSpec, EventSpec, GroupSpec, OwnInvariant, Scenario } from './scenario.js';
import { linkStatement } from './statement.js';
import type { ReadStep } from './step-grammar.js';
import { constantPayload } from './values.js';

type ReadInvariant = NonNullable<ReadBranch['invariants']>[number];
type ReadGroup = NonNullable<ReadBranch['groups']>[number]['value'];

/** Turns what was read into a scenario, and checks that every name in it stands for something. */
export class Linker {
  readonly known: Known;

  constructor(
    readonly read: ReadScenario,
    readonly reader: Reader,
    readonly readFile: ReadFile,
  ) {
    this.known = new Known(reader);
  }

  /** `hashOf` is given the texts of the SQL files that the scenario names. */
  link(hashOf: (files: readonly string[]) => string): Scenario {
    const { read, known, reader } = this;
    known.topics = (read.topics ?? []).map(({ name, value }) => ({
      name: name.value,
      partitions: value.partitions.value,
      config: linkConfig('topic', value.config, reader),
    }));
    known.broker = linkConfig('broker', read.broker, reader);
    const { databases, files } = linkDatabases(read, known, this.readFile);
    known.events = (read.events ?? []).flatMap((entry) => this.#event(entry) ?? []);
    known.groups = (read.groups ?? []).flatMap((entry) => this.#group(entry) ?? []);
    known.processes = linkProcesses(read, known);
    known.databases = known.databases.map((database) => withAddedTables(database, known.processes));
    known.actors = linkActors(read, known);
    known.actors = [...known.actors, ...this.#producers().map(onlyProducing)];
    return {
      id: read.id.value,
      hash: hashOf(files),
      title: plainText(read.title),
      teaches: plainText(read.teaches),
      databases,
      topics: known.topics,
      events: known.events,
      processes: known.processes,
      actors: known.actors,
      broker: known.broker,
      branches: this.#branches(),
    };
  }

  #branches(): BranchSpec[] {
    const { read } = this;
    const main = { title: undefined, groups: undefined, invariants: undefined, steps: undefined, end: undefined };
    if (!read.branches || read.branches.length === 0) return [this.#branch(null, main)];
    let steps = 0;
    return read.branches.flatMap(({ name, value }) => {
      steps += (read.steps?.length ?? 0) + (value.steps?.length ?? 0) + 1;
      if (steps <= limits.steps) return [this.#branch(name.value, value)];
      this.reader.wrongValue(name.span, { is: 'at-most-steps', count: limits.steps });
      return [];
    });
  }

  #branch(name: string | null, branch: Omit<ReadBranch, 'span'>): BranchSpec {
    const { read, known } = this;
    const end = branch.end ?? read.end;
    const groups = this.#groupsOf(branch.groups ?? []);
    const { invariants, ownInvariants } = this.#invariants([...(read.invariants ?? []), ...(branch.invariants ?? [])]);
    // Each branch adds its own partitions, and begins with those of the topic.
    known.forgetAddedPartitions();
    const steps = new StepLinker(known).link([...(read.steps ?? []), ...(branch.steps ?? [])]);
    return {
      name,
      title: branch.title ? plainText(branch.title) : null,
      groups,
      invariants,
      ownInvariants,
      steps,
      end: end ? linkState(end, known) : noState,
    };
  }

  /** The scenario's groups with what a branch says anew of them. */
  #groupsOf(changes: readonly Entry<ReadGroup>[]): GroupSpec[] {
    for (const { name } of changes) this.known.group(name);
    return this.known.groups.map((group) => {
      const change = changes.find(({ name }) => name.value === group.name)?.value;
      if (!change) return group;
      return {
        ...group,
        reset: (change.reset?.value as ResetPolicy | undefined) ?? group.reset,
        committed: change.committed ? this.#committed(change.committed, group.topic) : group.committed,
      };
    });
  }

  #event({ name, value }: NonNullable<ReadScenario['events']>[number]): EventSpec | undefined {
    const { known, reader } = this;
    const topic = known.topic(value.topic);
    if (!topic) return reader.broken(name.value);
    const constant = (template: ReturnType<typeof constantPayload>, at: Located<unknown>['span']) => {
      if (template === undefined) reader.report('wrong-expression', at, { found: '${...}', why: 'event' });
      return template ?? null;
    };
    const partition = value.partition
      ? constant(constantPayload(value.partition.template), value.partition.span)
      : null;
    const number = partition === null ? null : Number(partition);
    if (number !== null && value.partition) {
      if (!wholeNumber.test(partition ?? ''))
        reader.wrongValue(value.partition.span, 'partition-number', partition ?? '');
      else known.checkPartition({ value: number, span: value.partition.span }, topic.name);
    }
    const text = constant(constantPayload(value.value.payload), value.value.span);
    return {
      name: name.value,
      topic: topic.name,
      partition: number,
      key: value.key ? constant(constantPayload(value.key.template), value.key.span) : null,
      value: text,
      headers: (value.headers ?? []).flatMap(
        (header): Headers =>
          header.map(
            (entry) => [entry.name.value, constant(constantPayload(entry.value.template), entry.value.span)] as const,
          ),
      ),
      timestamp: value.timestamp ? Date.parse(value.timestamp.value) : null,
    };
  }

  #group({ name, value }: NonNullable<ReadScenario['groups']>[number]): GroupSpec | undefined {
    if (!this.known.topic(value.topic)) return this.reader.broken(name.value);
    return {
      name: name.value,
      topic: value.topic.value,
      reset: (value.reset?.value as ResetPolicy | undefined) ?? 'latest',
      committed: this.#committed(value.committed ?? [], value.topic.value),
    };
  }

  #committed(committed: readonly Entry<Located<number>>[], topic: string): GroupSpec['committed'] {
    return committed.map(({ name, value }) => {
      this.known.checkPartitionName(name, topic);
      return { partition: Number(name.value), offset: value.value };
    });
  }

  /** Whoever produces in some step, and is defined nowhere. */
  #producers(): string[] {
    const { read, known } = this;
    const all: ReadStep[] = [...(read.steps ?? []), ...(read.branches ?? []).flatMap(({ value }) => value.steps ?? [])];
    const names = all.flatMap(({ action }) =>
      action?.kind === 'operation' && (action.operation === 'produce' || action.operation === 'enqueue')
        ? [action.key.value]
        : [],
    );
    return [...new Set(names)].filter(
      (name) =>
        !known.isActor(name) && !this.reader.isBroken(name) && !(RESERVED_WORDS as readonly string[]).includes(name),
    );
  }

  /** Also tells `known` which invariants the branch at hand may announce. */
  #invariants(read: readonly ReadInvariant[]): Pick<BranchSpec, 'invariants' | 'ownInvariants'> {
    const { known, reader } = this;
    const before = reader.diagnostics.length;
    const invariants: InvariantName[] = [];
    const ownInvariants: OwnInvariant[] = [];
    for (const item of read) {
      const name = 'sql' in item ? item.name : item;
      if ([...invariants, ...ownInvariants.map((own) => own.name)].includes(name.value)) {
        reader.report('duplicate-name', name.span, { what: 'invariant', name: name.value });
        continue;
      }
      if ('sql' in item) {
        const own = this.#ownInvariant(item);
        if (own) ownInvariants.push(own);
        continue;
      }
      const built = INVARIANTS.find((name) => name === item.value);
      if (built) invariants.push(built);
      else reader.unknownName('invariant', item, INVARIANTS);
    }
    known.invariants = [...invariants, ...ownInvariants.map(({ name }) => name)];
    known.invariantsAreRight = reader.diagnostics.length === before;
    return { invariants, ownInvariants };
  }

  #ownInvariant(item: Exclude<ReadInvariant, Located<string>>): OwnInvariant | undefined {
    const { known, reader } = this;
    const { name, sql, database, message } = item;
    if ((INVARIANTS as readonly string[]).includes(name.value)) {
      return reader.report('reserved-name', name.span, { name: name.value });
    }
    const [only, ...others] = known.databases;
    const found = database ? known.database(database) : others.length === 0 ? only : undefined;
    if (!found) {
      return database
        ? undefined
        : reader.report('missing-key', { start: item.span.start, end: item.span.start + 1 }, { keys: ['database'] });
    }
    const statement = linkStatement(sql, [], reader, 'invariant');
    if (!statement) return undefined;
    if (!isQuery(sql.value)) return reader.wrongValue(sql.span, 'invariant-query', sql.value);
    if (statement.statement.parameters.length > 0) {
      return reader.report('wrong-expression', sql.span, { found: '${...}', why: 'invariant' });
    }
    return {
      name: name.value,
      line: reader.lineOf(name),
      database: found.name,
      sql: sql.value,
      message: plainText(message),
    };
  }
}

/** Whoever only sends needs no definition of its own. */
function onlyProducing(name: string): ActorSpec {
  return { name, sessions: {}, reader: null, producer: {}, memory: {} };
}
