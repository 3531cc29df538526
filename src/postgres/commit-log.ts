import { present } from '../base/assert.js';
import type { Instant } from '../base/time.js';
import type { Row } from '../model/sql.js';

/** What one transaction has committed: the captured changes in the order in which they were written. */
export interface Commit {
  readonly at: Instant;
  readonly rows: readonly Row[];
}

/** The position of a database that has just been defined: its definition counts as its first commit. */
export const firstPosition = 1;

/** What has been committed to the databases that have replicas, each in commit order. */
export class CommitLog {
  readonly #commits = new Map<string, Commit[]>();

  /** From here on what is committed to `database` is kept. */
  keep(database: string): void {
    if (!this.#commits.has(database)) this.#commits.set(database, []);
  }

  keeps(database: string): boolean {
    return this.#commits.has(database);
  }

  /** Takes note of a commit. One that has written no row is none: it leaves nothing to be repeated. */
  add(database: string, captured: readonly Row[], at: Instant): void {
    if (captured.length === 0) return;
    // DELETE returns rows in the order in which they lie on the page.
    const rows = captured.toSorted(([first], [second]) => Number(first) - Number(second));
    this.#commits.get(database)?.push({ at, rows });
  }

  /** The position behind the last commit. */
  position(database: string): number {
    return firstPosition + this.#of(database).length;
  }

  /** The `count` commits that follow `position`. */
  after(database: string, position: number, count: number): readonly Commit[] {
    return this.#of(database).slice(position - firstPosition, position - firstPosition + count);
  }

  reset(): void {
    this.#commits.clear();
  }

  #of(database: string): readonly Commit[] {
    return present(this.#commits.get(database), `commits of ${database}`);
  }
}
