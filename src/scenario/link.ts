import { limits } from '../base/limits.js';
import { RESERVED_WORDS } from '../model/names.js';
import type { Headers } from '../model/record.js';
import { programs } from '../programs/registry.js';
import { builtInSchemas } from '../programs/schemas.js';
import type { branch as branchRule, scenario as scenarioRule, stateExpectation } from './grammar.js';
import type { Entry, Located, Reader } from './rules.js';
import type {
  Announcement,
  BranchSpec,
  EventSpec,
  GroupSpec,
  ProcessSpec,
  Scenario,
  StateExpectation,
} from './scenario.js';
import { checkSharedDatabases } from './shared-databases.js';
import { readSteps } from './steps.js';

type Read<R extends { read(...args: never[]): unknown }> = NonNullable<ReturnType<R['read']>>;
type ReadScenario = Read<typeof scenarioRule>;
type ReadBranch = Read<typeof branchRule>;
type ReadState = Read<typeof stateExpectation>;
type ReadGroup = NonNullable<ReadBranch['groups']>[number]['value'];

const reservedDatabases = ['public', 'postgres', 'information_schema', 'inbox_sim'];

/** Turns what was read into a scenario, and checks that every name in it stands for something. */
export class Linker {
  readonly #events: EventSpec[];
  readonly #groups: GroupSpec[];
  readonly #processes: ProcessSpec[];

  constructor(
    readonly read: ReadScenario,
    readonly reader: Reader,
  ) {
    this.#events = (read.events ?? []).flatMap((entry) => this.#event(entry) ?? []);
    this.#groups = (read.groups ?? []).flatMap((entry) => this.#group(entry) ?? []);
    this.#processes = (read.processes ?? []).flatMap((entry) => this.#process(entry) ?? []);
    checkSharedDatabases(this.#processes, read.processes ?? [], reader);
  }

  link(hash: string): Scenario {
    const { read, reader } = this;
    const beyond = read.databases?.[limits.databases];
    if (beyond)
      reader.report('wrong-value', beyond.name.span, {
        expected: `${limits.databases} databases at most`,
        found: beyond.name.value,
      });
    for (const { name, value } of read.databases ?? []) {
      if (reservedDatabases.includes(name.value) || name.value.startsWith('pg_')) {
        reader.report('reserved-name', name.span, { name: name.value });
      }
      if (!Object.hasOwn(builtInSchemas, value.schema.value)) {
        reader.unknownName('schema', value.schema, Object.keys(builtInSchemas));
      }
    }
    return {
      id: read.id.value,
      hash,
      title: read.title,
      teaches: read.teaches,
      databases: (read.databases ?? []).map(({ name, value }) => ({ name: name.value, schema: value.schema.value })),
      topics: read.topics.map(({ name, value }) => ({ name: name.value, partitions: value.partitions.value })),
      events: this.#events,
      processes: this.#processes,
      invariants: (read.invariants ?? []).map(({ value }) => value),
      branches: this.#branches(),
    };
  }

  #branches(): BranchSpec[] {
    const { read } = this;
    const main = { title: undefined, groups: undefined, steps: undefined, end: undefined };
    if (!read.branches || read.branches.length === 0) return [this.#branch(null, main)];
    return read.branches.map(({ name, value }) => this.#branch(name.value, value));
  }

  #branch(name: string | null, branch: Omit<ReadBranch, 'span'>): BranchSpec {
    const names = {
      events: this.#events,
      processes: this.#processes,
      stateExpectation: (read: ReadState) => this.#state(read),
    };
    const end = branch.end ?? this.read.end;
    return {
      name,
      title: branch.title ?? null,
      groups: this.#groupsOf(branch.groups ?? []),
      steps: readSteps([this.read.steps, branch.steps], names, this.reader),
      end: end ? this.#state(end) : { tables: [], offsets: [], violates: null },
    };
  }

  /** The scenario's groups with what a branch says anew of them. */
  #groupsOf(changes: readonly Entry<ReadGroup>[]): GroupSpec[] {
    for (const { name } of changes) {
      if (this.#groups.every((group) => group.name !== name.value)) this.#unknown('group', name, this.#groups);
    }
    return this.#groups.map((group) => {
      const change = changes.find(({ name }) => name.value === group.name)?.value;
      if (!change) return group;
      return {
        ...group,
        reset: change.reset?.value ?? group.reset,
        committed: change.committed ? this.#committed(change.committed, group.topic) : group.committed,
      };
    });
  }

  #event({ name, value }: NonNullable<ReadScenario['events']>[number]): EventSpec | undefined {
    if (!this.#knowsPartition(value.topic, value.partition)) return this.reader.broken(name.value);
    return {
      name: name.value,
      topic: value.topic.value,
      partition: value.partition?.value ?? null,
      key: value.key?.sql ?? null,
      value: value.value.value,
      headers: (value.headers ?? []).flatMap(
        (header): Headers => header.map((entry) => [entry.name.value, entry.value.sql] as const),
      ),
    };
  }

  #group({ name, value }: NonNullable<ReadScenario['groups']>[number]): GroupSpec | undefined {
    if (!this.#knowsPartition(value.topic)) return this.reader.broken(name.value);
    return {
      name: name.value,
      topic: value.topic.value,
      reset: value.reset?.value ?? 'latest',
      committed: this.#committed(value.committed ?? [], value.topic.value),
    };
  }

  #committed(committed: readonly Entry<Located<number>>[], topic: string): GroupSpec['committed'] {
    return committed.map(({ name, value }) => {
      this.#checkPartitionName(name, topic);
      return { partition: Number(name.value), offset: value.value };
    });
  }

  #process({ name, value }: NonNullable<ReadScenario['processes']>[number]): ProcessSpec | undefined {
    if ((RESERVED_WORDS as readonly string[]).includes(name.value)) {
      this.reader.report('reserved-name', name.span, { name: name.value });
    }
    const program = programs.find((candidate) => candidate.name === value.program.value);
    if (!program) {
      this.#unknown('program', value.program, programs);
      return this.reader.broken(name.value);
    }
    const variant = value.variant?.value ?? program.defaultVariant;
    if (value.variant && program.variants.every((candidate) => candidate.name !== variant)) {
      this.#unknown('variant', value.variant, program.variants);
    }
    const databases = this.read.databases ?? [];
    if (databases.every((database) => database.name.value !== value.database.value)) {
      this.reader.unknownName(
        'database',
        value.database,
        databases.map((database) => database.name.value),
      );
    }
    const group = this.#groups.find((candidate) => candidate.name === value.group.value);
    if (!group) {
      this.#unknown('group', value.group, this.#groups);
      return this.reader.broken(name.value);
    }
    const count = this.#partitionCount(group.topic);
    for (const [index, partition] of (value.partitions ?? []).entries()) {
      this.#checkPartition(partition, group.topic);
      const first = value.partitions?.findIndex((other) => other.value === partition.value);
      if (first !== index) {
        this.reader.report('duplicate-name', partition.span, { what: 'partition', name: String(partition.value) });
      }
    }
    return {
      name: name.value,
      program: program.name,
      variant,
      group: group.name,
      database: value.database.value,
      partitions:
        value.partitions?.map((partition) => partition.value) ?? Array.from({ length: count }, (_, index) => index),
      onUnknown: value['on-unknown']?.value ?? 'continue',
    };
  }

  #state(read: ReadState): StateExpectation {
    return {
      tables: (read.tables ?? []).map(({ name, value }) => {
        const [database = '', table = ''] = name.value.split('.');
        this.#checkTable(name, database, table);
        return { line: this.#line(name), database, table, rows: value.map((row) => row.map(({ sql }) => sql)) };
      }),
      offsets: (read.offsets ?? []).flatMap(({ name, value }) => this.#offsets(name, value)),
      violates: read.violates ? this.#announcement(read.violates) : null,
    };
  }

  #offsets(
    group: Located<string>,
    topics: readonly Entry<readonly Entry<Located<string>>[]>[],
  ): StateExpectation['offsets'][number][] {
    if (this.#groups.every((candidate) => candidate.name !== group.value)) this.#unknown('group', group, this.#groups);
    return topics.flatMap(({ name: topic, value: partitions }) => {
      if (!this.#knowsPartition(topic)) return [];
      return partitions.map(({ name, value }) => {
        this.#checkPartitionName(name, topic.value);
        return {
          line: this.#line(name),
          group: group.value,
          topic: topic.value,
          partition: Number(name.value),
          offset: value.value === '-' ? null : Number(value.value),
        };
      });
    });
  }

  #announcement(read: NonNullable<ReadState['violates']>): Announcement {
    const variants = this.#processes.flatMap(
      (process) => programs.find(({ name }) => name === process.program)?.variants ?? [],
    );
    const byVariant = read.byVariant.map(({ name, value }) => {
      // Without any process there is nothing to compare with, and that has been reported where it is.
      if (variants.length > 0 && variants.every((variant) => variant.name !== name.value)) {
        this.#unknown('variant', name, variants);
      }
      return [name.value, this.#listed(value)] as const;
    });
    const own = this.#processes[0]?.variant;
    const forEach = Object.fromEntries(byVariant);
    return {
      line: this.reader.lineAt(read.span.start),
      own: read.own ? this.#listed(read.own) : ((own === undefined ? undefined : forEach[own]) ?? []),
      byVariant: forEach,
    };
  }

  /** An invariant that the scenario does not list is never judged, so announcing it would wait for ever. */
  #listed(announced: readonly Located<Scenario['invariants'][number]>[]): Scenario['invariants'] {
    const listed = (this.read.invariants ?? []).map(({ value }) => value);
    // A misspelt list has been reported, and nothing can be compared with it.
    if (!this.read.invariants && this.reader.diagnostics.length > 0) return announced.map(({ value }) => value);
    for (const { value, span } of announced) {
      if (!listed.includes(value)) this.reader.unknownName('listed invariant', { value, span }, listed);
    }
    return announced.map(({ value }) => value);
  }

  #checkTable(name: Located<string>, database: string, table: string): void {
    const databases = this.read.databases ?? [];
    const found = databases.find((candidate) => candidate.name.value === database);
    if (found && !Object.hasOwn(builtInSchemas, found.value.schema.value)) return;
    const known = databases.flatMap(({ name: { value }, value: { schema } }) =>
      (builtInSchemas[schema.value]?.tables ?? []).map((candidate) => `${value}.${candidate}`),
    );
    if (!known.includes(`${database}.${table}`)) this.reader.unknownName('table', name, known);
  }

  #partitionCount(topic: string): number {
    return this.read.topics.find(({ name }) => name.value === topic)?.value.partitions.value ?? 0;
  }

  #knowsPartition(topic: Located<string>, partition?: Located<number>): boolean {
    const known = this.read.topics.map(({ name }) => name.value);
    if (!known.includes(topic.value)) {
      this.reader.unknownName('topic', topic, known);
      return false;
    }
    if (partition) this.#checkPartition(partition, topic.value);
    return true;
  }

  #checkPartitionName(name: Located<string>, topic: string): void {
    this.#checkPartition({ value: Number(name.value), span: name.span }, topic);
  }

  #checkPartition({ value, span }: Located<number>, topic: string): void {
    const count = this.#partitionCount(topic);
    if (value < count) return;
    const known = Array.from({ length: count }, (_, index) => String(index)).join(', ');
    this.reader.report('unknown-name', span, {
      what: `partition of ${topic}`,
      name: String(value),
      nearest: '',
      known,
    });
  }

  #unknown(what: string, name: Located<string>, known: readonly { readonly name: string }[]): undefined {
    return this.reader.unknownName(what, name, [...new Set(known.map((candidate) => candidate.name))]);
  }

  #line({ span }: Located<unknown>): number {
    return this.reader.lineAt(span.start);
  }
}
