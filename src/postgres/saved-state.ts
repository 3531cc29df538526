import { present } from '../base/assert.js';
import type { Backend } from './backend.js';
import type { Table } from './catalogue.js';
import type { SavedState } from './ports.js';
import { identifier, literal } from './quote.js';

/** The tables of each database. */
type Databases = ReadonlyMap<string, { readonly tables: readonly Table[] }>;

/** Reads all rows, as the text of whole rows, and all sequences of `databases`, and the one behind the UUIDs. */
export function saveRows(backend: Backend, databases: Databases): SavedState {
  const tables = [...databases].flatMap(([database, { tables }]) =>
    tables.map(({ name, source }) => ({
      database,
      table: name,
      rows: backend.own(`SELECT t::text FROM ${source} t`).rows.map(([row]) => present(row, 'row')),
    })),
  );
  const sequences = [...databases.keys()].flatMap((database) =>
    backend
      .own(
        `SELECT c.oid::regclass::text FROM pg_catalog.pg_class c
         WHERE c.relnamespace = ${literal(identifier(database))}::regnamespace AND c.relkind = 'S' ORDER BY c.oid`,
      )
      .rows.map(([found]) => sequenceState(backend, present(found, 'sequence'))),
  );
  return { tables, sequences: [...sequences, sequenceState(backend, 'inbox_sim.uuid')] };
}

function sequenceState(backend: Backend, name: string): SavedState['sequences'][number] {
  const [lastValue, called] = present(backend.own(`SELECT last_value, is_called FROM ${name}`).rows[0], 'state');
  return { name, lastValue: present(lastValue, 'last value'), called: called === 't' };
}

/** Puts back what {@link saveRows} read. Triggers and foreign keys rest meanwhile: the rows have met them before. */
export function restoreRows(backend: Backend, databases: Databases, state: SavedState): void {
  backend.own('BEGIN; SET LOCAL session_replication_role = replica');
  for (const database of new Set(state.tables.map(({ database }) => database))) {
    const { tables } = present(databases.get(database), `database ${database}`);
    for (const { source } of tables) backend.own(`DELETE FROM ${source}`);
  }
  for (const { database, table, rows } of state.tables) {
    if (rows.length === 0) continue;
    const target = `${identifier(database)}.${identifier(table)}`;
    const columns = storedColumns(backend, database, table);
    // A table of generated columns alone has nothing to be listed.
    const list = columns.length > 0 ? `(${columns.map(identifier).join(', ')})` : '';
    const values = columns.map((column) => `(r::${target}).${identifier(column)}`).join(', ');
    backend.own(`INSERT INTO ${target} ${list} OVERRIDING SYSTEM VALUE SELECT ${values} FROM unnest($1::text[]) r`, [
      `{${rows.map((row) => `"${row.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`,
    ]);
  }
  for (const { name, lastValue, called } of state.sequences) {
    backend.own(`SELECT setval(${literal(name)}, ${lastValue}, ${called})`);
  }
  backend.own('COMMIT');
}

/** Every column but the generated ones, which PostgreSQL computes again. */
function storedColumns(backend: Backend, database: string, table: string): string[] {
  return backend
    .own(
      `SELECT attname FROM pg_catalog.pg_attribute
       WHERE attrelid = ${literal(`${identifier(database)}.${identifier(table)}`)}::regclass
         AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    )
    .rows.map(([column]) => present(column, 'column'));
}
