import { present } from '../base/assert.js';
import { type RoleBinding, textOffset } from '../model/sql.js';
import { DefinitionFailed } from '../postgres/definition-failed.js';
import { type Database, type DatabaseServer, EngineBroken, LimitExceeded, type TableRows } from '../postgres/ports.js';
import { identifier, literal } from '../postgres/quote.js';
import { builtInSchemas, type SchemaDefinition } from '../programs/schemas.js';
import type { DatabaseSpec, ProcessSpec, ReplicaSpec, SeedRows } from '../scenario/scenario.js';
import type { DatabaseInfo } from '../trace/event.js';
import type { RowsCommitted } from '../trace/store-event.js';
import type { Replication } from './replication.js';
import { ScenarioFailed, SetupStopped } from './scenario-failed.js';
import { variantOf } from './variant.js';

export interface CreatedDatabase {
  readonly database: Database;
  readonly info: DatabaseInfo;
  /** What is in it from the start. */
  readonly rows: RowsCommitted;
}

/**
 * Makes a database from what the scenario says of it.
 * @throws ScenarioFailed where PostgreSQL does not take it, or where a role is given to what is not there.
 * @throws SetupStopped where it takes more than it may.
 */
export async function createDatabase(
  spec: DatabaseSpec,
  processes: readonly ProcessSpec[],
  variant: string | undefined,
  server: DatabaseServer,
  replication: Replication,
): Promise<CreatedDatabase> {
  if (spec.replica) return createReplica(spec.name, spec.replica, server, replication);
  const definition = definitionOf(spec, processes, variant);
  const database = await define(spec, definition.sql, server);
  const tables = database.initial;
  for (const binding of definition.bindings) checkBinding(spec, binding, tables);
  const info = tables.map(({ table, columns }) => ({
    name: table,
    columns,
    binding: definition.bindings.find((binding) => binding.table === table) ?? null,
  }));
  return { database, info: { name: spec.name, tables: info }, rows: initialRows(database) };
}

/** It holds what its primary holds, and no check looks at the same rows twice. */
async function createReplica(
  name: string,
  spec: ReplicaSpec,
  server: DatabaseServer,
  replication: Replication,
): Promise<CreatedDatabase> {
  const database = await server.createReplica(name, spec.of);
  replication.add(database, spec);
  const tables = database.initial.map(({ table, columns }) => ({ name: table, columns, binding: null }));
  const replica = { of: spec.of, lag: spec.lagMilliseconds };
  return { database, info: { name, replica, tables }, rows: initialRows(database) };
}

function initialRows({ name, initial }: Database): RowsCommitted {
  const changes = initial.flatMap(({ table, rows }) =>
    rows.map((after) => ({ table, kind: 'insert', before: null, after }) as const),
  );
  return { kind: 'rows-committed', database: name, changes };
}

/** A variant may bring its own schema to the database that its process uses, and add tables of its own to any. */
function definitionOf(
  { name, schema, bindings }: DatabaseSpec,
  processes: readonly ProcessSpec[],
  variant: string | undefined,
): Omit<SchemaDefinition, 'tables'> {
  const users = processes.filter(({ database }) => database === name).map((spec) => variantOf(spec, variant).variant);
  const additions = [...new Set(users.flatMap(({ addition }) => addition ?? []))];
  const sql = (own: string) => [own, ...additions.map((addition) => addition.sql)].join('\n');
  if (schema.kind === 'own') return { sql: sql(schema.sql), bindings: bindings ?? [] };
  const brought = users.flatMap((user) => user.schema ?? [])[0];
  const definition = brought ?? present(builtInSchemas[schema.name], `schema ${schema.name}`);
  const own = additions.reduce((all, addition) => addition.bindings?.(all) ?? all, definition.bindings);
  return { sql: sql(definition.sql), bindings: bindings ?? own };
}

function insertion({ table, columns, row }: SeedRows): string {
  const names = columns === null ? '' : ` (${columns.map(identifier).join(', ')})`;
  const values = row.map((value) => (value === null ? 'NULL' : literal(value))).join(', ');
  return `;INSERT INTO ${identifier(table)}${names} OVERRIDING SYSTEM VALUE VALUES (${values})`;
}

async function define(spec: DatabaseSpec, schema: string, server: DatabaseServer): Promise<Database> {
  const definition = [schema, ...spec.rows.map(insertion)].join('\n');
  try {
    return await server.createDatabase(spec.name, definition);
  } catch (error) {
    // What breaks PostgreSQL is the author's only where the statements are.
    const authors = spec.schema.kind === 'own' || spec.rows.length > 0;
    if (error instanceof LimitExceeded || (error instanceof EngineBroken && authors)) {
      throw new SetupStopped(`databases: ${spec.name}`, spec.line, error);
    }
    throw error instanceof DefinitionFailed ? definitionFailed(spec, schema, definition, error) : error;
  }
}

/** Says where in the scenario the statement stands that PostgreSQL did not take. */
function definitionFailed(
  spec: DatabaseSpec,
  schema: string,
  definition: string,
  { problem, statement }: DefinitionFailed,
): ScenarioFailed {
  const row = statement === null ? undefined : rowAt(spec.rows, schema, statement.start);
  const place = row ? `: rows: ${row.table}` : inFile(spec, definition, problem, statement);
  const subject = `databases: ${spec.name}${place}`;
  const line = row?.line ?? spec.line;
  if (problem.kind === 'refused') {
    return new ScenarioFailed(subject, line, { kind: 'refused', words: problem.refusal.words }, null);
  }
  if (problem.kind !== 'error') return new ScenarioFailed(subject, line, problem, null);
  const { message, position } = problem.failure;
  // A row has been written as a statement by us; its author knows the row.
  if (statement === null || row) return new ScenarioFailed(subject, line, { kind: 'postgres', message }, null);
  const text = definition.slice(statement.start, statement.end);
  // PostgreSQL counts from the beginning of all that it was given.
  const before = [...definition.slice(0, statement.start)].length;
  const pointed = { text, position: position === null ? null : position - before };
  return new ScenarioFailed(subject, line, { kind: 'postgres', message }, pointed);
}

/** The file that the schema comes from, and the line in it that PostgreSQL points at; nothing for SQL in the scenario. */
function inFile(
  { schema }: DatabaseSpec,
  definition: string,
  problem: DefinitionFailed['problem'],
  statement: DefinitionFailed['statement'],
): string {
  if (schema.kind !== 'own' || schema.from === null) return '';
  if (statement === null) return `: ${schema.from}`;
  const position = problem.kind === 'error' ? problem.failure.position : null;
  const offset = position === null ? statement.start : textOffset(definition, position);
  return `: ${schema.from}:${definition.slice(0, offset).split('\n').length}`;
}

/** The row whose statement begins at `offset` of the definition. */
function rowAt(rows: readonly SeedRows[], schema: string, offset: number): SeedRows | undefined {
  let end = schema.length;
  if (offset <= end) return undefined;
  return rows.find((row) => {
    end += 1 + insertion(row).length;
    return offset <= end;
  });
}

function checkBinding(spec: DatabaseSpec, binding: RoleBinding, tables: readonly TableRows[]): void {
  const subject = `databases: ${spec.name}: roles`;
  const found = tables.find(({ table }) => table === binding.table);
  if (!found) {
    const known = tables.map(({ table }) => table);
    throw new ScenarioFailed(subject, spec.line, { kind: 'no-table', table: binding.table, known }, null);
  }
  for (const column of [binding.eventColumn, ...(binding.pendingColumns ?? [])]) {
    if (found.columns.includes(column)) continue;
    const { table, columns: known } = found;
    throw new ScenarioFailed(subject, spec.line, { kind: 'no-column', table, column, known }, null);
  }
}
