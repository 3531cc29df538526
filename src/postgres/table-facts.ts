import { present } from '../base/assert.js';
import type { Backend } from './backend.js';
import { identifier, literal } from './quote.js';

/** A table as its rows are read, written and locked one by one; also a partition. */
export interface TableFacts {
  readonly name: string;
  /** With its schema, as SQL names it. */
  readonly target: string;
  /** The same, for its own rows alone: those of a partitioned table lie in its partitions. */
  readonly source: string;
  /** In the order in which a query shows them. */
  readonly columns: readonly string[];
  /** Those that can be written, and those that an UPDATE can write. */
  readonly insertable: readonly string[];
  readonly updatable: readonly string[];
  /** By which a row is known: those of the primary key, or of another key without nulls; empty where it has none. */
  readonly key: readonly string[];
  /** Columns of any unique index: whoever changes them may lock the row more strongly. */
  readonly keyColumns: ReadonlySet<string>;
  /** The unique indexes, in the order in which an INSERT looks into them. */
  readonly uniqueIndexes: readonly string[];
  /** Whether an author's triggers or rules run with its rows, or partitions and children share them. */
  readonly isPlain: boolean;
}

/** What parking has to know of the tables of a database. Nobody can change it any more. */
export interface DatabaseFacts {
  readonly byOid: ReadonlyMap<string, TableFacts>;
  readonly byName: ReadonlyMap<string, TableFacts>;
  /** With their schemas, as SQL names them. */
  readonly sequences: readonly string[];
  /** Whether some constraint or trigger waits for the end of the transaction. */
  readonly defers: boolean;
}

interface Column {
  readonly name: string;
  readonly identity: string;
  readonly generated: boolean;
  readonly notNull: boolean;
}

/** Asks the catalogue about the schema `database`, as the server and with no transaction open. */
export function readTableFacts(backend: Backend, database: string): DatabaseFacts {
  const schema = `${literal(identifier(database))}::regnamespace`;
  const columns = readColumns(backend, schema);
  const indexes = readIndexes(backend, schema, columns);
  const { rows } = backend.own(
    `SELECT c.oid, c.relname, c.relkind, c.relispartition OR c.relkind = 'p' OR c.relhasrules OR c.relhassubclass OR EXISTS (
       SELECT FROM pg_catalog.pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal
         AND t.tgname NOT IN ('!inbox_sim_rows', '!inbox_sim_truncate'))
     FROM pg_catalog.pg_class c WHERE c.relnamespace = ${schema} AND c.relkind IN ('r', 'p')`,
  );
  const tables = rows.map(([oid, found, kind, special]): [string, TableFacts] => {
    const [id, name] = [present(oid, 'oid'), present(found, 'name')];
    return [
      id,
      tableFacts(database, name, kind === 'p', special !== 't', columns.get(id) ?? [], indexes.get(id) ?? []),
    ];
  });
  return {
    byOid: new Map(tables),
    byName: new Map(tables.map(([, table]) => [table.name, table])),
    sequences: namesOf(
      backend,
      `SELECT c.oid::regclass::text FROM pg_catalog.pg_class c WHERE c.relnamespace = ${schema} AND c.relkind = 'S'
         AND c.relname NOT LIKE '!inbox\\_sim\\_%' ORDER BY c.oid`,
    ),
    defers:
      namesOf(
        backend,
        `SELECT t.tgname FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
         WHERE c.relnamespace = ${schema} AND t.tginitdeferred LIMIT 1`,
      ).length > 0,
  };
}

function tableFacts(
  database: string,
  name: string,
  isPartitioned: boolean,
  isPlain: boolean,
  columns: readonly Column[],
  indexes: readonly UniqueIndex[],
): TableFacts {
  const target = `${identifier(database)}.${identifier(name)}`;
  const written = columns.filter(({ generated }) => !generated);
  return {
    ...{ name, target, isPlain },
    source: isPartitioned ? target : `ONLY ${target}`,
    columns: columns.map((column) => column.name),
    insertable: written.map((column) => column.name),
    updatable: written.filter(({ identity }) => identity !== 'a').map((column) => column.name),
    key: (indexes.find(({ isPrimary }) => isPrimary) ?? indexes.find(({ isKey }) => isKey))?.columns ?? [],
    keyColumns: new Set(indexes.flatMap((index) => index.columns)),
    uniqueIndexes: indexes.map((index) => index.name),
  };
}

function readColumns(backend: Backend, schema: string): Map<string, Column[]> {
  const { rows } = backend.own(
    `SELECT a.attrelid, a.attname, a.attidentity, a.attgenerated <> '', a.attnotnull
     FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = ${schema} AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
     ORDER BY a.attrelid, a.attnum`,
  );
  const columns = new Map<string, Column[]>();
  for (const [oid, name, identity, generated, notNull] of rows) {
    const column = {
      name: present(name, 'column'),
      identity: identity ?? '',
      generated: generated === 't',
      notNull: notNull === 't',
    };
    columns.set(present(oid, 'oid'), [...(columns.get(present(oid, 'oid')) ?? []), column]);
  }
  return columns;
}

interface UniqueIndex {
  readonly name: string;
  readonly isPrimary: boolean;
  /** Whether its columns alone tell any row of the table. */
  readonly isKey: boolean;
  readonly columns: readonly string[];
}

function readIndexes(
  backend: Backend,
  schema: string,
  columns: ReadonlyMap<string, readonly Column[]>,
): Map<string, UniqueIndex[]> {
  const { rows } = backend.own(
    `SELECT i.indrelid, c.relname, i.indisprimary, i.indpred IS NULL AND i.indexprs IS NULL,
       (SELECT pg_catalog.string_agg(a.attname, pg_catalog.chr(1) ORDER BY a.attnum) FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[]) AND a.attnum > 0)
     FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
     WHERE c.relnamespace = ${schema} AND (i.indisunique OR i.indisexclusion) ORDER BY i.indexrelid`,
  );
  const indexes = new Map<string, UniqueIndex[]>();
  for (const [found, name, isPrimary, isWhole, list] of rows) {
    const oid = present(found, 'oid');
    const names = list === null || list === undefined ? [] : list.split('\u0001');
    const notNull = names.every((each) => columns.get(oid)?.some((column) => column.name === each && column.notNull));
    const index = {
      name: present(name, 'index'),
      isPrimary: isPrimary === 't',
      isKey: isWhole === 't' && names.length > 0 && notNull,
      columns: names,
    };
    indexes.set(oid, [...(indexes.get(oid) ?? []), index]);
  }
  return indexes;
}

function namesOf(backend: Backend, query: string): string[] {
  return backend.own(query).rows.map(([name]) => present(name, 'name'));
}
