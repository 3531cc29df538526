import type { Backend } from './backend.js';
import type { DatabaseState } from './catalogue.js';
import { identifier, literal } from './quote.js';
import { isWord, splitStatements } from './split.js';

/**
 * Databases of a scenario that is over, whose tables are empty again. Making tables and dropping them is most of what a
 * short scenario asks of PostgreSQL, and the next one often begins with the same.
 *
 * Only what nobody can tell from a new one may stand: its definition makes tables and indexes alone, so that it has no
 * function that could lend a session its owner, and sessions can change nothing but rows and the sequences of columns.
 * TRUNCATE gives both a new beginning. Nobody sees what stands: it is taken, or dropped before anybody else speaks.
 */
export class Standing {
  #databases: (readonly [name: string, database: DatabaseState])[] = [];

  constructor(readonly backend: Backend) {}

  /** The database of this name, definition and place in the order, if it stands; else nothing stands any more. */
  take(name: string, definition: string, roles: DatabaseState['roles']): DatabaseState | null {
    const [next] = this.#databases;
    if (next?.[0] === name && next[1].definition === definition && next[1].roles === roles) {
      this.#databases.shift();
      return next[1];
    }
    this.drop();
    return null;
  }

  /** Drops what has not been taken. */
  drop(): void {
    if (this.#databases.length === 0) return;
    this.backend.own(dropSchemas(this.#databases.map(([name]) => name)));
    this.#databases = [];
  }

  /** The statements that empty those of `databases` that may stand and drop the others. */
  leave(databases: ReadonlyMap<string, DatabaseState>): string[] {
    const all = [...databases];
    const dropped = all.filter(([, { mayStand }]) => !mayStand).map(([name]) => name);
    this.#databases = all.filter(([, { mayStand }]) => mayStand);
    return [...this.#emptying(), ...(dropped.length === 0 ? [] : [dropSchemas(dropped)])];
  }

  #emptying(): string[] {
    const tables = this.#databases.flatMap(([, { tables }]) => tables.map(({ source }) => source));
    if (tables.length === 0) return [];
    const schemas = this.#databases.map(([name]) => `${literal(identifier(name))}::regnamespace`);
    return [
      // Nothing of this is captured.
      "SELECT set_config('session_replication_role', 'replica', true)",
      `TRUNCATE ${tables.join(', ')} RESTART IDENTITY`,
      // The planner knows an index that was made for an empty table as one page without rows.
      `UPDATE pg_class SET relpages = 1, reltuples = 0 WHERE relkind = 'i' AND relnamespace IN (${schemas.join(', ')})`,
    ];
  }
}

/** Whether a database may stand that `definition` has made, without any rows. */
export function makesTablesOnly(definition: string): boolean {
  return splitStatements(definition).every(({ tokens }) => {
    const [create, second, third] = tokens;
    const isTable = isWord(second, 'table') || (isWord(second, 'unique') && isWord(third, 'index'));
    const isSpecial = tokens.some((token) =>
      isWord(token, 'select', 'partition', 'inherits', 'of', 'execute', 'values'),
    );
    return isWord(create, 'create') && (isTable || isWord(second, 'index')) && !isSpecial;
  });
}

function dropSchemas(names: readonly string[]): string {
  return `DROP SCHEMA IF EXISTS ${names.map(identifier).join(', ')} CASCADE`;
}
