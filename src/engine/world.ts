import { assert, present } from '../base/assert.js';
import { limits } from '../base/limits.js';
import { type Instant, scenarioStart } from '../base/time.js';
import type { Chooser } from '../choices/chooser.js';
import { Cluster } from '../kafka/cluster.js';
import type { Row } from '../model/sql.js';
import { type Database, type DatabaseServer, EngineRefusal, type TableRows } from '../postgres/ports.js';
import { programOf } from '../programs/registry.js';
import type { BranchSpec, GroupSpec, Scenario } from '../scenario/scenario.js';
import type { StepEnded } from '../trace/event.js';
import type { RowsCommitted } from '../trace/store-event.js';
import { Actor } from './actor.js';
import { Broker } from './broker.js';
import { clusterNews } from './cluster-news.js';
import { Connection } from './connection.js';
import { createDatabase } from './databases.js';
import { askInvariant } from './own-invariants.js';
import { Process } from './process.js';
import type { Reading } from './reading.js';
import type { Recorder } from './recorder.js';
import { Releases } from './releases.js';
import { Replication } from './replication.js';
import { Slots } from './slots.js';
import { UnderWay } from './under-way.js';
import { variantOf } from './variant.js';
import { worldBegan } from './world-began.js';

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
  readonly cluster: Cluster;
  readonly broker = new Broker();
  readonly underWay = new UnderWay();
  readonly releases = new Releases();
  readonly replication: Replication;
  readonly slots: Slots;
  readonly processes = new Map<string, Process>();
  readonly #actors = new Map<string, Actor>();
  readonly #databases = new Map<string, Database>();
  readonly #connections = new Set<Connection>();
  #clock: Instant = scenarioStart;
  #ids = 0;

  private constructor(readonly options: WorldOptions) {
    this.cluster = new Cluster(options.scenario.broker, this.#clock);
    const tell = (committed: RowsCommitted) => options.recorder.emit(committed);
    this.replication = new Replication(() => this.#clock, tell);
    this.slots = new Slots(options.recorder);
  }

  /** @throws ScenarioFailed where PostgreSQL does not take what the scenario defines. */
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

  /** Moves the clock; what is due on the way, at the broker or under way to somebody, comes at its own instant. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#clock + milliseconds;
    for (;;) {
      const repeated = this.replication.nextInstant(end);
      const arrival = this.underWay.nextInstant(repeated ?? end) ?? repeated;
      const due = this.cluster.nextInstant(arrival ?? end) ?? arrival;
      if (due === null) break;
      this.#setClock(Math.max(due, this.#clock));
      this.cluster.tick(this.#clock);
      this.tellCluster();
      await this.replication.replayDue();
      await this.underWay.arriveAt(due);
    }
    this.#setClock(end);
    // Heartbeats up to here have been sent, whatever their answers will be from now on.
    this.cluster.tick(end);
  }

  /** A UUID of version 4 in form, the same in every run. */
  newId(): string {
    const id = (++this.#ids).toString(16).padStart(12, '0');
    return `00000000-0000-4000-8000-${id}`;
  }

  actor(name: string): Actor | Process {
    return present(this.processes.get(name) ?? this.#actors.get(name), `process or actor ${name}`);
  }

  connect(database: Database, owner: string, session = owner): Connection {
    const connection = new Connection(database, owner, session, this.releases);
    this.#connections.add(connection);
    return connection;
  }

  /** What sessions have written and not committed. */
  async uncommitted(): Promise<StepEnded['uncommitted']> {
    const open: StepEnded['uncommitted'][number][] = [];
    for (const connection of this.#openConnections()) {
      const { database, session } = connection;
      open.push({ database: database.name, session: session.name, changes: await connection.uncommitted() });
    }
    return open;
  }

  /** Who has a transaction open, or stands still until a reply comes. */
  unfinished(): string[] {
    const waiting = [...this.processes.values(), ...this.#actors.values()].filter(({ waiting }) => waiting);
    return [...new Set([...this.#openConnections().map(({ owner }) => owner), ...waiting.map(({ name }) => name)])];
  }

  /** The sessions whose statement waits for another session. */
  blocked(): string[] {
    return [...this.#connections].filter(({ blocked }) => blocked).map(({ session }) => session.name);
  }

  /** Asks the queries of the scenario's own invariants. Returns false where a transaction is open: then nothing can be asked. */
  async askInvariants(): Promise<boolean> {
    const { ownInvariants } = this.options.branch;
    const [open] = this.#openConnections();
    if (open && ownInvariants.length > 0) {
      this.recorder.emit({ kind: 'step-skipped', why: 'transaction-open', subject: open.session.name });
      return false;
    }
    for (const invariant of ownInvariants) {
      const database = present(this.#databases.get(invariant.database), `database ${invariant.database}`);
      this.recorder.emit(await askInvariant(invariant, database));
    }
    return true;
  }

  /** Asks PostgreSQL whether the trace tells the truth about every table. Both sides are ours; a difference is a bug. */
  async verify(): Promise<void> {
    for (const database of this.#databases.values()) {
      for (const { table, rows } of await committedTables(database)) {
        const traced = [...this.recorder.watch.world.table(database.name, table).rows()].map(({ values }) => values);
        assert(sorted(traced) === sorted(rows), `the trace and PostgreSQL differ about ${database.name}.${table}`);
      }
    }
  }

  tellCluster(): void {
    const readings = this.#readings();
    const isKnown = (name: string) => this.processes.has(name) || this.#actors.has(name);
    const news = [...clusterNews(this.cluster, isKnown)];
    // Who goes is the cause of what the others give up, and that comes before the new generation that it makes possible.
    for (const reading of readings) reading.tellUpTo('membership-lost');
    while (news[0]?.kind === 'member-removed') this.recorder.emit(present(news.shift(), 'news'));
    for (const reading of readings) reading.tellUpTo('partitions-revoked');
    for (const each of news) this.recorder.emit(each);
    for (const reading of readings) reading.tell();
  }

  /** Makes the living members of `group` join anew, as after a change of what they ask for; those in `without` miss it. */
  rebalance(group: string, without: readonly string[]): void {
    const members = this.#readings().filter(
      ({ group: { name }, owner, frozen }) => name === group && !without.includes(owner) && !frozen,
    );
    for (const reading of members) {
      reading.consumer.changeMetadata();
      reading.pollAndWait();
    }
    this.tellCluster();
  }

  /** Lets as much time pass as the groups need until every process that is a member has its partitions. */
  async settleGroups(): Promise<void> {
    const limit = this.#clock + limits.settlingMilliseconds;
    const members = () =>
      [...this.processes.values()].flatMap(({ reading }) => reading?.consumer.membershipState ?? []);
    const unsettled = () => members().some((state) => state !== 'stable');
    for (
      let due = this.cluster.nextInstant(limit);
      unsettled() && due !== null;
      due = this.cluster.nextInstant(limit)
    ) {
      await this.advance(Math.max(0, due - this.#clock));
    }
  }

  #readings(): Reading[] {
    return [...this.processes.values(), ...this.#actors.values()].flatMap(({ reading }) => reading ?? []);
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
    const { scenario, branch, server, recorder, variant } = this.options;
    await server.reset();
    for (const { name, partitions, config } of scenario.topics) this.cluster.createTopic(name, partitions, config);
    const created = [];
    for (const spec of scenario.databases) {
      const { database, info, rows } = await createDatabase(
        spec,
        scenario.processes,
        variant,
        server,
        this.replication,
      );
      this.#databases.set(spec.name, database);
      created.push({ info, rows });
    }
    recorder.emit(
      worldBegan(
        scenario,
        branch,
        variant,
        this.#clock,
        created.map(({ info }) => info),
      ),
    );
    for (const { rows } of created) if (rows.changes.length > 0) recorder.emit(rows);
    this.#commitBeforehand(branch);
    const groupOf = (name: string | undefined): GroupSpec | null =>
      branch.groups.find((group) => group.name === name) ?? null;
    for (const spec of scenario.processes) {
      const { database: name } = spec;
      const database = name === null ? null : present(this.#databases.get(name), `database ${name}`);
      const process = new Process(this, spec, variantOf(spec, variant), groupOf(spec.reader?.group), database);
      this.processes.set(spec.name, process);
      if (database && programOf(spec).ports.includes('changes')) this.slots.create(spec.name, database.name);
    }
    for (const spec of scenario.actors) {
      const databases = Object.entries(spec.sessions).map(
        ([session, database]) => [session, present(this.#databases.get(database), `database ${database}`)] as const,
      );
      this.#actors.set(spec.name, new Actor(this, spec, new Map(databases), groupOf(spec.reader?.group)));
    }
    for (const process of this.processes.values()) process.start();
    for (const actor of this.#actors.values()) actor.start();
  }

  #commitBeforehand({ groups }: BranchSpec): void {
    for (const { name, topic, committed } of groups) {
      for (const { partition, offset } of committed) {
        this.cluster.commitOffset(name, topic, partition, offset, { now: this.#clock });
        this.recorder.emit({
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
  }
}

/** None where an open transaction keeps the engine from reading them. */
async function committedTables(database: Database): Promise<readonly TableRows[]> {
  try {
    return await database.tables();
  } catch (error) {
    if (error instanceof EngineRefusal) return [];
    throw error;
  }
}

function sorted(rows: readonly Row[]): string {
  return rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join('\n');
}
