import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { readArchive } from '../../src/postgres/archive.js';
import { bootstrapSql, serverSettings } from '../../src/postgres/bootstrap.js';
import type { Answer, DatabaseServer, TableRows } from '../../src/postgres/ports.js';
import { openServer } from '../support/server.js';

const folder = fileURLToPath(new URL('../../dist/postgres/', import.meta.url));
const pglite = JSON.parse(
  readFileSync(new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url), 'utf8'),
) as { version: string };

describe('the archive', () => {
  it('is the only one there, and its name holds the version of PGlite and a digest of what is in it', () => {
    const digest = createHash('sha256')
      .update(bootstrapSql + serverSettings.join('\n'))
      .digest('hex')
      .slice(0, 8);
    const name = `data-${pglite.version}-${digest}.tar`;
    const facts = name.replace(/tar$/, 'json');
    expect(readdirSync(folder).filter((entry) => entry.startsWith('data-'))).toEqual([facts, name]);
    const archive = readArchive();
    expect(archive?.length).toEqual(readFileSync(`${folder}${name}`).length);
    // A tar tells what it is at offset 257 of its first header.
    expect(String.fromCharCode(...(archive?.slice(257, 262) ?? []))).toEqual('ustar');
  });

  describe('of other contents', () => {
    afterEach(() => {
      vi.doUnmock('../../src/postgres/bootstrap.js');
      vi.resetModules();
    });

    it('is not taken', async () => {
      vi.resetModules();
      vi.doMock('../../src/postgres/bootstrap.js', () => ({ bootstrapSql: `${bootstrapSql} `, serverSettings }));
      const { readArchive: readOther } = await import('../../src/postgres/archive.js');
      expect(readOther()).toEqual(null);
    });
  });
});

describe('a server without the archive', () => {
  const plain = openServer({ useArchive: false });
  const archived = openServer();
  afterAll(() => Promise.all([plain.close(), archived.close()]));

  it('says how it started', async () => {
    expect([await plain.startedFromArchive(), await archived.startedFromArchive()]).toEqual([false, true]);
  });

  it('answers the same', async () => {
    const story = await tell(plain);
    expect(story).toEqual(await tell(archived));
    expect(story.tables).toEqual([
      {
        table: 't',
        columns: ['id', 'seq', 'at', 'v'],
        rows: [['c4ca4238-a0b9-4382-8dcc-509a6f75849b', '1', '2026-10-03 09:00:00+00', 'Ё']],
      },
    ]);
  });

  it('answers the same after a reset', async () => {
    const before = await tell(plain);
    expect(await tell(plain)).toEqual(before);
  });
});

/** Answers in which a wrong setting, locale, clock or privilege of the server would show. */
async function tell(server: DatabaseServer): Promise<{ answers: Answer[]; tables: readonly TableRows[] }> {
  const database = await server.createDatabase(
    'history',
    `CREATE TABLE t(id uuid PRIMARY KEY DEFAULT gen_random_uuid(), seq bigint GENERATED ALWAYS AS IDENTITY,
       at timestamptz DEFAULT now(), v text)`,
  );
  const session = database.session('S');
  const answers: Answer[] = [];
  for (const statement of [
    "INSERT INTO t(v) VALUES ('Ё')",
    'TABLE t',
    "SELECT lower('Ё'), 'a' < 'B' COLLATE \"default\", '1 day'::interval, 0.1::float8 + 0.2",
    "SELECT * FROM unnest(ARRAY['б', 'a', 'B', 'Ё', '_']) v ORDER BY v",
    "INSERT INTO t(id) VALUES ('c4ca4238-a0b9-4382-8dcc-509a6f75849b')",
    'SELECT current_user, current_schemas(true), version()',
    'SELECT datcollate, datctype, pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()',
    `SELECT name, setting FROM pg_settings WHERE name IN ('TimeZone', 'DateStyle', 'IntervalStyle', 'lc_messages',
       'shared_buffers', 'max_prepared_transactions', 'max_stack_depth', 'wal_segment_size') ORDER BY name`,
    'TABLE inbox_sim.capture',
    "SELECT pg_read_file('/etc/passwd')",
    'SELEC 1',
  ]) {
    answers.push((await session.execute(statement)).answer);
  }
  const tables = await database.tables();
  await server.reset();
  return { answers, tables };
}
