import { present } from '../base/assert.js';
import type { Instant } from '../base/time.js';
import type { Replica } from '../postgres/ports.js';
import type { ReplicaSpec } from '../scenario/scenario.js';
import type { RowsCommitted } from '../trace/store-event.js';

interface Standby {
  readonly replica: Replica;
  readonly spec: ReplicaSpec;
  /** The commits that it has repeated; its primary's definition counts as the first. */
  position: number;
}

/** What the primaries have committed, and when their replicas repeat it. */
export class Replication {
  /** When each commit of a primary was made; that of its definition is the first. */
  readonly #commits = new Map<string, Instant[]>();
  readonly #standbys = new Map<string, Standby>();

  constructor(
    readonly now: () => Instant,
    readonly tell: (committed: RowsCommitted) => void,
  ) {}

  add(replica: Replica, spec: ReplicaSpec): void {
    if (!this.#commits.has(spec.of)) this.#commits.set(spec.of, [this.now()]);
    this.#standbys.set(replica.name, { replica, spec, position: 1 });
  }

  /** Takes note that `database` has committed something. Answers the position of the commit where anybody repeats it. */
  committed(database: string): Pick<RowsCommitted, 'position'> {
    const commits = this.#commits.get(database);
    return commits ? { position: commits.push(this.now()) } : {};
  }

  /** The earliest instant up to `limit` at which a replica repeats something of its own accord; null when there is none. */
  nextInstant(limit: Instant): Instant | null {
    const due = [...this.#standbys.values()].flatMap((standby) => this.#dueOf(standby) ?? []);
    const next = Math.min(...due);
    return due.length > 0 && next <= limit ? next : null;
  }

  /** Lets the replicas repeat what is due by now, in the order in which it is. */
  async replayDue(): Promise<void> {
    for (;;) {
      const due = [...this.#standbys.values()].flatMap((standby) => {
        const at = this.#dueOf(standby);
        return at !== null && at <= this.now() ? [{ standby, at }] : [];
      });
      const [first] = due.toSorted((one, other) => one.at - other.at);
      if (!first) return;
      await this.#repeat(first.standby, 1);
    }
  }

  /** Lets a replica repeat `commits`, or all there are. Returns false where there are not so many, or none. */
  async replay(name: string, commits: number | null): Promise<boolean> {
    const standby = present(this.#standbys.get(name), `replica ${name}`);
    const left = this.#commitsOf(standby).length - standby.position;
    if (left === 0 || (commits ?? 0) > left) return false;
    await this.#repeat(standby, commits ?? left);
    return true;
  }

  async #repeat(standby: Standby, count: number): Promise<void> {
    for (const changes of await standby.replica.replay(count)) {
      const position = ++standby.position;
      this.tell({ kind: 'rows-committed', database: standby.replica.name, changes, position });
    }
  }

  /** When a replica repeats its next commit; null where there is none, or where the steps say when. */
  #dueOf(standby: Standby): Instant | null {
    const at = this.#commitsOf(standby)[standby.position];
    const { lagMilliseconds } = standby.spec;
    return at === undefined || lagMilliseconds === null ? null : at + lagMilliseconds;
  }

  #commitsOf({ spec }: Standby): readonly Instant[] {
    return present(this.#commits.get(spec.of), `commits of ${spec.of}`);
  }
}
