import { assert, present } from '../base/assert.js';
import { type Instant, scenarioStart } from '../base/time.js';
import type { Chooser } from '../choices/chooser.js';
import { Cluster } from '../kafka/cluster.js';
import type { Row } from '../model/sql.js';
import type { Database, DatabaseServer } from '../postgres/ports.js';
import type { ProgramVariant } from '../programs/program.js';
import { programs } from '../programs/registry.js';
import { builtInSchemas, type SchemaDefinition } from '../programs/schemas.js';
import type { BranchSpec, DatabaseSpec, ProcessSpec, Scenario } from '../scenario/scenario.js';
import type { DatabaseInfo, StepEnded } from '../trace/event.js';
import { Actor } from './actor.js';
import { Process } from './process.js';
import type { Recorder } from './recorder.js';
import { Connection } from './sql-call.js';
import { UnderWay } from './under-way.js';

export interface WorldOptions {
  readonly scenario: Scenario;
  readonly branch: BranchSpec;
  /** Takes the place of the variant that the scenario gives its processes. */
  readonly variant: string | undefined;
  readonly server: DatabaseServer;
  readonly recorder: Recorder;
  readonly chooser: Chooser;
}

/** The stores, the clock, and everybody who acts, at the beginning of a scenario. */
export class World {
  readonly cluster = new Cluster();
  readonly underWay = new UnderWay();
  readonly processes = new Map<string, Process>();
  readonly #actors = new Map<string, Actor>();
  readonly #databases: Database[] = [];
  readonly #connections = new Set<Connection>();
  #clock: Instant = scenarioStart;

  private constructor(readonly options: WorldOptions) {}

  static async create(options: WorldOptions): Promise<World> {
    const world = new World(options);
    await world.#build();
    return world;
  }

  get recorder(): Recorder {
    return this.options.recorder;
  }

  get chooser(): Chooser {
    return this.options.chooser;
  }

  now(): Instant {
    return this.#clock;
  }

  /** Moves the clock; what is due on the way arrives at its own instant. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#clock + milliseconds;
    for (let due = this.underWay.nextInstant(end); due !== null; due = this.underWay.nextInstant(end)) {
      this.#setClock(Math.max(due, this.#clock));
      await this.underWay.arriveAt(due);
    }
    this.#setClock(end);
  }

  actor(name: string): Actor | Process {
    const known = this.processes.get(name) ?? this.#actors.get(name);
    if (known) return known;
    const actor = new Actor(this, name);
    this.#actors.set(name, actor);
    return actor;
  }

  connect(database: Database, owner: string): Connection {
    const connection = new Connection(database, owner);
    this.#connections.add(connection);
    return connection;
  }

  /** What sessions have written and not committed. */
  async uncommitted(): Promise<StepEnded['uncommitted']> {
    const open: StepEnded['uncommitted'][number][] = [];
    for (const { database, session } of this.#openConnections()) {
      open.push({ database: database.name, session: session.name, changes: await session.uncommitted() });
    }
    return open;
  }

  /** Who has a transaction open, or stands still until a reply comes. */
  unfinished(): string[] {
    const waiting = [...this.processes.values()].filter(({ state }) => state === 'waiting').map(({ name }) => name);
    return [...new Set([...this.#openConnections().map(({ owner }) => owner), ...waiting])];
  }

  /** Asks PostgreSQL whether the trace tells the truth about every table. Both sides are ours; a difference is a bug. */
  async verify(): Promise<void> {
    if (this.#openConnections().length > 0) return;
    for (const database of this.#databases) {
      for (const { table, rows } of await database.tables()) {
        const traced = [...this.recorder.watch.world.table(database.name, table).rows()].map(({ values }) => values);
        assert(sorted(traced) === sorted(rows), `the trace and PostgreSQL differ about ${database.name}.${table}`);
      }
    }
  }

  #openConnections(): Connection[] {
    for (const connection of this.#connections) if (connection.closed) this.#connections.delete(connection);
    return [...this.#connections].filter(({ inTransaction }) => inTransaction);
  }

  #setClock(instant: Instant): void {
    this.#clock = instant;
    this.options.server.setClock(instant);
    this.recorder.emit({ kind: 'clock-advanced', clock: instant });
  }

  async #build(): Promise<void> {
    const { scenario, branch, server, recorder } = this.options;
    await server.reset();
    for (const { name, partitions } of scenario.topics) this.cluster.createTopic(name, partitions);
    const databases: DatabaseInfo[] = [];
    for (const spec of scenario.databases) databases.push(await this.#createDatabase(spec));
    for (const spec of scenario.processes) {
      const group = present(
        branch.groups.find(({ name }) => name === spec.group),
        'group',
      );
      const database = present(
        this.#databases.find(({ name }) => name === spec.database),
        'database',
      );
      this.processes.set(spec.name, new Process(this, spec, this.#variantOf(spec), group, database));
    }
    recorder.emit({
      kind: 'world-began',
      clock: this.#clock,
      databases,
      topics: scenario.topics,
      groups: branch.groups.map(({ name, topic, reset }) => ({ name, topic, reset })),
      processes: [...this.processes.values()].map(({ spec, variant }) => ({
        name: spec.name,
        program: spec.program,
        variant: variant.name,
        group: spec.group,
        database: spec.database,
        partitions: spec.partitions,
        claims: variant.claims,
      })),
    });
    for (const { name, topic, committed } of branch.groups) {
      for (const { partition, offset } of committed) {
        this.cluster.commitOffset(name, topic, partition, offset);
        recorder.emit({
          kind: 'offset-committed',
          group: name,
          topic,
          partition,
          previous: null,
          offset,
          process: null,
        });
      }
    }
    for (const process of this.processes.values()) process.start();
  }

  async #createDatabase(spec: DatabaseSpec): Promise<DatabaseInfo> {
    const definition = this.#schemaOf(spec);
    const database = await this.options.server.createDatabase(spec.name, definition.sql);
    this.#databases.push(database);
    const tables = (await database.tables()).map(({ table, columns }) => ({
      name: table,
      columns,
      binding: definition.bindings.find((binding) => binding.table === table) ?? null,
    }));
    return { name: spec.name, tables };
  }

  /** A variant may bring its own schema to the database that its process uses. */
  #schemaOf({ name, schema }: DatabaseSpec): SchemaDefinition {
    const users = this.options.scenario.processes.filter(({ database }) => database === name);
    const brought = users.map((process) => this.#variantOf(process).schema).find((own) => own !== undefined);
    return brought ?? present(builtInSchemas[schema], `schema ${schema}`);
  }

  #variantOf({ program, variant }: ProcessSpec): ProgramVariant {
    const variants = present(
      programs.find(({ name }) => name === program),
      `program ${program}`,
    ).variants;
    const wanted = variants.find(({ name }) => name === this.options.variant);
    return (
      wanted ??
      present(
        variants.find(({ name }) => name === variant),
        `variant ${variant}`,
      )
    );
  }
}

function sorted(rows: readonly Row[]): string {
  return rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join('\n');
}
