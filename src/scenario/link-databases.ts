import { limits } from '../base/limits.js';
import type { FileProblem } from '../model/diagnostic.js';
import { type RoleBinding, TABLE_ROLES } from '../model/sql.js';
import { builtInSchemas } from '../programs/schemas.js';
import type { ReadScenario } from './grammar.js';
import type { Known, KnownDatabase } from './known.js';
import type { Located, Reader } from './reader.js';
import type { DatabaseSpec, SchemaSource, SeedRows } from './scenario.js';
import { schemaTables } from './statement.js';

/** The text of a file beside the scenario, by the name that the scenario gives it, or why there is none. */
export type ReadFile = (name: string) => { readonly text: string } | { readonly problem: FileProblem };

type ReadDatabase = NonNullable<ReadScenario['databases']>[number];

const reservedDatabases = ['public', 'postgres', 'information_schema', 'inbox_sim'];

/** The databases of a scenario, and the texts of the files they are made from. Tells `known` of their tables. */
export function linkDatabases(
  read: ReadScenario,
  known: Known,
  readFile: ReadFile,
): { readonly databases: readonly DatabaseSpec[]; readonly files: readonly string[] } {
  const { reader } = known;
  const beyond = read.databases?.[limits.databases];
  if (beyond) reader.wrongValue(beyond.name.span, { is: 'at-most-databases', count: limits.databases });
  const files: string[] = [];
  const entries = read.databases ?? [];
  const own = entries
    .filter(({ value }) => !value['replica-of'])
    .map((entry) => ownDatabase(entry, read, files, readFile, reader));
  const replicas = entries.flatMap((entry) => replicaOf(entry, entries, own, reader) ?? []);
  for (const { name } of entries) {
    if (reservedDatabases.includes(name.value) || name.value.startsWith('pg_')) {
      reader.report('reserved-name', name.span, { name: name.value });
    }
  }
  // A replica is made when its primary is there.
  const all = [...own, ...replicas];
  known.databases = all.map(({ spec, tables }): KnownDatabase => {
    const { name, replica } = spec;
    const hasReplica = replicas.some((each) => each.spec.replica?.of === name);
    return { name, tables, isReplica: replica !== null, hasPosition: replica !== null || hasReplica };
  });
  return { databases: all.map(({ spec }) => spec), files };
}

interface LinkedDatabase {
  readonly spec: DatabaseSpec;
  readonly tables: readonly string[] | null;
}

/** Takes the text of the file that it is made from, if it is made from one, into `files`. */
function ownDatabase(
  { name, value }: ReadDatabase,
  read: ReadScenario,
  files: string[],
  readFile: ReadFile,
  reader: Reader,
): LinkedDatabase {
  if (value.lag) reader.wrongValue(value.lag.span, 'lag-of-replica');
  // A key with a slip of the pen has been told of.
  if (!value.schema && !reader.isBroken(name.value)) {
    reader.report('missing-key', name.span, { keys: ['schema', 'replica-of'] });
  }
  const schema = value.schema && schemaOf(value.schema, readFile, reader);
  if (schema?.kind === 'own' && schema.from !== null) files.push(schema.sql);
  const tables = value.schema ? tablesOf(schema, value.schema, reader) : null;
  return {
    tables,
    spec: {
      name: name.value,
      line: reader.lineOf(name),
      schema: schema ?? { kind: 'own', sql: '', from: null },
      replica: null,
      bindings: value.roles ? bindingsOf(value.roles, tables, read, reader) : null,
      rows: rowsOf(value.rows ?? [], tables, reader),
    },
  };
}

/** Undefined for a database of its own, and for a replica of nothing that there is. */
function replicaOf(
  { name, value }: ReadDatabase,
  entries: readonly ReadDatabase[],
  own: readonly LinkedDatabase[],
  reader: Reader,
): LinkedDatabase | undefined {
  const { 'replica-of': of, lag, schema, roles, rows } = value;
  if (!of) return undefined;
  const stray = schema?.span ?? roles?.span ?? rows?.[0]?.name.span;
  if (stray) reader.wrongValue(stray, 'only-lag-beside-replica');
  if (!lag && !reader.isBroken(name.value)) reader.report('missing-key', of.span, { keys: ['lag'] });
  if (lag?.value === 0) reader.wrongValue(lag.span, 'some-lag');
  if (of.value === name.value) return reader.wrongValue(of.span, 'other-primary', of.value);
  const primary = own.find(({ spec }) => spec.name === of.value);
  if (!primary) {
    if (entries.some((entry) => entry.name.value === of.value))
      return reader.wrongValue(of.span, 'no-cascade', of.value);
    return reader.unknownName(
      'database',
      of,
      own.map(({ spec }) => spec.name),
    );
  }
  const lagMilliseconds = lag && lag.value !== 'manual' ? lag.value : null;
  return {
    tables: primary.tables,
    spec: {
      ...primary.spec,
      ...{ name: name.value, line: reader.lineOf(name), bindings: [], rows: [] },
      replica: { of: of.value, lagMilliseconds },
    },
  };
}

/** A single word is the name of a built-in schema, a path names a file, everything else is SQL. */
function schemaOf(schema: Located<string>, readFile: ReadFile, reader: Reader): SchemaSource | undefined {
  const { value, span } = schema;
  if (/^[\w-]+$/.test(value)) {
    if (Object.hasOwn(builtInSchemas, value)) return { kind: 'built-in', name: value };
    return reader.unknownName('schema', schema, Object.keys(builtInSchemas));
  }
  // No statement begins with a dot and a slash, so that such a name may have blanks in it.
  const isPath = /^\.{1,2}[/\\][^\n]*$/.test(value) || (/\.sql$/i.test(value) && !/\s|;/.test(value));
  if (!isPath) return { kind: 'own', sql: value, from: null };
  const file = readFile(value);
  if ('text' in file) return { kind: 'own', sql: file.text, from: value };
  return reader.report('schema-file', span, { file: value, problem: file.problem });
}

/** Null where only PostgreSQL can tell, and where the schema itself has been found wrong. */
function tablesOf(schema: SchemaSource | undefined, at: Located<string>, reader: Reader): readonly string[] | null {
  if (!schema) return null;
  if (schema.kind === 'built-in') return builtInSchemas[schema.name]?.tables ?? [];
  return schemaTables({ value: schema.sql, span: at.span }, reader);
}

function bindingsOf(
  roles: NonNullable<ReadDatabase['value']['roles']>,
  tables: readonly string[] | null,
  read: ReadScenario,
  reader: Reader,
): RoleBinding[] {
  const groups = (read.groups ?? []).map(({ name }) => name.value);
  return TABLE_ROLES.flatMap((role) =>
    (roles[role] ?? []).map((binding): RoleBinding => {
      const { table, event, pending, group } = binding;
      if (tables && !tables.includes(table.value)) reader.unknownName('table', table, tables);
      if (group && !groups.includes(group.value)) reader.unknownName('group', group, groups);
      if (group && role === 'source') reader.wrongValue(group.span, 'group-not-in-source');
      const [stray] = role === 'source' ? [] : (pending ?? []);
      if (stray) reader.wrongValue(stray.span, 'pending-in-source');
      return {
        table: table.value,
        role,
        eventColumn: event?.value ?? 'event_id',
        ...(pending ? { pendingColumns: pending.map(({ value }) => value) } : {}),
        ...(group ? { group: group.value } : {}),
      };
    }),
  );
}

function rowsOf(
  rows: NonNullable<ReadDatabase['value']['rows']>,
  tables: readonly string[] | null,
  reader: Reader,
): SeedRows[] {
  return rows.flatMap(({ name, value }) => {
    if (tables && !tables.includes(name.value)) reader.unknownName('table', name, tables);
    const line = reader.lineOf(name);
    return value.map((row): SeedRows => {
      const table = name.value;
      // A list of plain values has no names; a list of entries comes from a mapping.
      const named = row.flatMap((cell) => ('name' in cell ? [cell] : []));
      if (named.length === 0) {
        return { line, table, columns: null, row: row.flatMap((cell) => ('sql' in cell ? [cell.sql] : [])) };
      }
      return {
        line,
        table,
        columns: named.map((cell) => cell.name.value),
        row: named.map((cell) => cell.value.sql),
      };
    });
  });
}
