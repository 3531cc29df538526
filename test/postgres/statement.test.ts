import { describe, expect, it } from 'vitest';
import { rowCountOf, textOffset } from '../../src/model/sql.js';
import { tablesOf } from '../../src/postgres/defined-tables.js';
import { tokensOf } from '../../src/postgres/lexer.js';
import { splitStatements } from '../../src/postgres/split.js';
import { describeDefinition, describeStatement, statementAt } from '../../src/postgres/statement.js';

describe('tokensOf', () => {
  it.each([
    ['SELECT "Größe" FROM Таблица', 'word:SELECT identifier:"Größe" word:FROM word:Таблица'],
    ['a$1 $1 $12::int', 'word:a$1 parameter:$1 parameter:$12 operator::: word:int'],
    ["'it''s' E'a\\'b' U&'x' N'y' b'1'", "string:'it''s' string:E'a\\'b' string:U&'x' string:N'y' string:b'1'"],
    ["'a\\' 'b'", "string:'a\\' string:'b'"],
    ["e 'x'", "word:e string:'x'"],
    ['"a""b" U&"c"', 'identifier:"a""b" identifier:U&"c"'],
    ['$$a;$b$$ $t$ $$ $t$ x', 'dollar-string:$$a;$b$$ dollar-string:$t$ $$ $t$ word:x'],
    ['-- one;\nx', 'comment:-- one; word:x'],
    ['/* a /* b */ c; */x/**/', 'comment:/* a /* b */ c; */ word:x comment:/**/'],
    ['1-- x', 'number:1 comment:-- x'],
    ['a<=-1 b->>2', 'word:a operator:<=- number:1 word:b operator:->> number:2'],
    ['+/*x*/1', 'operator:+ comment:/*x*/ number:1'],
    [
      '1.5e-3 .5 0xFF 1_000 [1:2]',
      'number:1.5e-3 number:.5 number:0xFF number:1_000 operator:[ number:1 operator:: number:2 operator:]',
    ],
    ["${a.b} '${c}' x", "expression:${a.b} string:'${c}' word:x"],
    ['${ open', 'other:$ other:{ word:open'],
    ["'never", "string:'never"],
    ['/* never', 'comment:/* never'],
    ['$x$ never', 'dollar-string:$x$ never'],
  ])('reads %s', (text, tokens) => {
    const found = tokensOf(text);
    expect(found.map(({ kind, text: written }) => `${kind}:${written}`).join(' ')).toEqual(tokens);
    for (const token of found) expect(text.slice(token.start, token.end)).toEqual(token.text);
  });

  it('knows what is meant, and whether it ends', () => {
    expect(tokensOf(`SELECT "A""b" 'it''s' $q$x$q$ \${n.m}`).map(({ value }) => value)).toEqual([
      ...['select', 'A"b', "it's", 'x', 'n.m'],
    ]);
    expect(["'a", '"a', '/* /* */', '$$a', "'a'"].map((text) => tokensOf(text)[0]?.closed)).toEqual([
      ...[false, false, false, false, true],
    ]);
  });

  it('reads a long text to its end', () => {
    const text = `INSERT INTO t VALUES ${"('x', 1, $$y$$), ".repeat(50_000)}(1)`;
    // Four words, eight tokens in each of the rows, and the three of the last one.
    expect(tokensOf(text).length).toBe(4 + 8 * 50_000 + 3);
  });
});

describe('splitStatements', () => {
  it.each([
    ['', []],
    [';; -- nothing\n;', []],
    ['SELECT 1', ['SELECT 1']],
    ["SELECT ';' /* ; */; SELECT $$;$$;", ["SELECT ';'", 'SELECT $$;$$']],
    [
      'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END; SELECT 3',
      ['CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END', 'SELECT 3'],
    ],
    [
      'CREATE RULE r AS ON INSERT TO t DO ALSO (SELECT 1; SELECT 2); BEGIN; END',
      ['CREATE RULE r AS ON INSERT TO t DO ALSO (SELECT 1; SELECT 2)', 'BEGIN', 'END'],
    ],
  ])('divides %s', (text, statements) => {
    expect(splitStatements(text).map(({ start, end }) => text.slice(start, end))).toEqual(statements);
  });
});

describe('describeStatement', () => {
  it.each([
    ['', 'empty', null, false],
    ['-- BEGIN', 'empty', null, false],
    ['begin', 'begin', null, false],
    ['/* x */ BEGIN ISOLATION LEVEL SERIALIZABLE, READ ONLY', 'begin', 'serializable', false],
    ['START TRANSACTION READ WRITE, ISOLATION LEVEL repeatable read', 'begin', 'repeatable read', false],
    ['BEGIN WORK ISOLATION LEVEL READ UNCOMMITTED', 'begin', 'read uncommitted', false],
    ['COMMIT;', 'commit', null, false],
    ['END WORK', 'commit', null, false],
    ['COMMIT AND CHAIN', 'commit', null, true],
    ['COMMIT AND NO CHAIN', 'commit', null, false],
    ['ROLLBACK', 'rollback', null, false],
    ['ABORT TRANSACTION AND CHAIN', 'rollback', null, true],
    ['ROLLBACK TO s', 'rollback-to', null, false],
    ['ROLLBACK WORK TO SAVEPOINT s', 'rollback-to', null, false],
    ['SAVEPOINT s', 'savepoint', null, false],
    ['RELEASE SAVEPOINT s', 'release', null, false],
    ['SELECT 1', 'query', null, false],
    ['"begin"', 'query', null, false],
  ])('tells what %s is', (text, kind, isolation, chain) => {
    expect(describeStatement(text)).toMatchObject({ kind, isolation, chain, refusal: null, unrepeatable: [] });
  });

  it('counts, and says where the second begins', () => {
    expect(describeStatement('SELECT 1;')).toMatchObject({ count: 1, second: null });
    expect(describeStatement('SELECT 1; ;SELECT 2')).toMatchObject({ count: 2, second: { start: 11, end: 19 } });
  });

  it.each([
    ['COPY t FROM STDIN', 'copy', 'COPY'],
    ["copy t TO PROGRAM 'cat'", 'copy', 'COPY'],
    ['CREATE TABLE t(a int)', 'schema-change', 'CREATE TABLE'],
    ['CREATE OR REPLACE VIEW v AS SELECT 1', 'schema-change', 'CREATE VIEW'],
    ['ALTER TABLE t DISABLE TRIGGER ALL', 'schema-change', 'ALTER TABLE'],
    ['DROP INDEX i', 'schema-change', 'DROP INDEX'],
    ["COMMENT ON TABLE t IS 'x'", 'schema-change', 'COMMENT ON'],
    ['GRANT SELECT ON t TO PUBLIC', 'schema-change', 'GRANT SELECT'],
    ['REFRESH MATERIALIZED VIEW v', 'schema-change', 'REFRESH MATERIALIZED'],
    ['CREATE TEMP TABLE t(a int)', 'temporary-table', 'CREATE TEMP'],
    ['CREATE LOCAL TEMPORARY TABLE t(a int)', 'temporary-table', 'CREATE TEMPORARY'],
    ['SELECT a INTO b FROM t', 'select-into', 'INTO'],
    ['WITH x AS (SELECT 1) SELECT * INTO TEMP b FROM x', 'select-into', 'INTO'],
    ["SET timezone = 'UTC'", 'session-setting', 'SET TIMEZONE'],
    ['SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY', 'session-setting', 'SET SESSION'],
    ['RESET ALL', 'session-setting', 'RESET ALL'],
    ['DISCARD ALL', 'session-setting', 'DISCARD'],
    ["SELECT set_config('work_mem', '1MB', false)", 'session-setting', 'set_config'],
    ["SET LOCAL inbox_sim.now = '2020-01-01'", 'session-setting', 'SET LOCAL inbox_sim'],
    ['SET search_path = public', 'search-path', 'SET search_path'],
    ["SET SCHEMA 'x'", 'search-path', 'SET SCHEMA'],
    ["SELECT set_config('search_path', 'x', true)", 'search-path', 'set_config'],
    ['LISTEN a', 'notification', 'LISTEN'],
    ["SELECT pg_notify('a', 'b')", 'notification', 'pg_notify'],
    ['PREPARE p AS SELECT 1', 'prepared-statement', 'PREPARE'],
    ['EXECUTE p', 'prepared-statement', 'EXECUTE'],
    ['DEALLOCATE ALL', 'prepared-statement', 'DEALLOCATE'],
    ['DECLARE c CURSOR WITH HOLD FOR SELECT 1', 'cursor-with-hold', 'WITH HOLD'],
    ['SELECT txid_current()', 'transaction-id', 'txid_current'],
    ['SELECT pg_catalog.txid_current_if_assigned()', 'transaction-id', 'txid_current_if_assigned'],
    ['SELECT pg_current_xact_id()::text', 'transaction-id', 'pg_current_xact_id'],
    ['SELECT CAST(pg_current_snapshot() AS text)', 'transaction-id', 'pg_current_snapshot'],
    ['SELECT pg_advisory_lock(1)', 'session-lock', 'pg_advisory_lock'],
    ['SELECT pg_catalog.pg_try_advisory_lock_shared(1)', 'session-lock', 'pg_try_advisory_lock_shared'],
    ["SELECT currval('s')", 'sequence-memory', 'currval'],
    ['SELECT lastval()', 'sequence-memory', 'lastval'],
    ['SET ROLE x', 'role', 'SET ROLE'],
    ['SET LOCAL ROLE x', 'role', 'SET LOCAL ROLE'],
    ['SET SESSION AUTHORIZATION x', 'role', 'SET SESSION AUTHORIZATION'],
    ['SET LOCAL SESSION AUTHORIZATION x', 'role', 'SET LOCAL SESSION AUTHORIZATION'],
    ['RESET ROLE', 'role', 'RESET ROLE'],
    ["SELECT set_config('Role', 'x', true)", 'role', 'set_config'],
    ['DO $$ BEGIN SET SESSION AUTHORIZATION x; END $$', 'role', 'SESSION AUTHORIZATION'],
    ['ALTER ROLE CURRENT_USER SET a = 1', 'role', 'ALTER ROLE'],
    ["PREPARE TRANSACTION 'x'", 'two-phase-commit', 'PREPARE TRANSACTION'],
    ["COMMIT PREPARED 'x'", 'two-phase-commit', 'COMMIT PREPARED'],
    ["ROLLBACK PREPARED 'x'", 'two-phase-commit', 'ROLLBACK PREPARED'],
    ["LOAD 'x'", 'library', 'LOAD'],
    ['VACUUM', 'maintenance', 'VACUUM'],
    ['REINDEX TABLE t', 'maintenance', 'REINDEX'],
    ['CREATE DATABASE d', 'server', 'CREATE DATABASE'],
    ['ALTER SYSTEM SET a = 1', 'server', 'ALTER SYSTEM'],
    ['CREATE EXTENSION dblink', 'extension', 'CREATE EXTENSION'],
    ['DROP SCHEMA s', 'schema', 'DROP SCHEMA'],
    ["SELECT pg_read_file('x')", 'server-file', 'pg_read_file'],
    ["SELECT lo_import('x')", 'server-file', 'lo_import'],
    ['SELECT pg_sleep(1)', 'sleep', 'pg_sleep'],
    ['DO $$ BEGIN PERFORM pg_sleep(1); END $$', 'sleep', 'pg_sleep'],
    ["SELECT dblink('x', 'y')", 'other-server', 'dblink'],
    ['SELECT 1; COPY t TO STDOUT', 'copy', 'COPY'],
  ])('refuses %s by name: %s', (text, code, words) => {
    const { refusal } = describeStatement(text);
    expect(refusal).toMatchObject({ code, words });
    const last = words.split(' ').at(-1) ?? '';
    expect(text.slice(refusal?.start, refusal?.end).toLowerCase()).toMatch(new RegExp(`${last.toLowerCase()}$`));
  });

  it.each([
    'SET LOCAL statement_timeout = 1',
    'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE',
    'SET CONSTRAINTS ALL DEFERRED',
    'DECLARE c CURSOR FOR SELECT 1',
    'DECLARE c CURSOR WITHOUT HOLD FOR SELECT 1',
    'SELECT pg_advisory_xact_lock(1), pg_try_advisory_xact_lock(2)',
    "SELECT nextval('s'), setval('s', 3)",
    "SELECT set_config('app.tenant', 'a', true)",
    'INSERT INTO t SELECT 1',
    'WITH x AS (INSERT INTO t VALUES (1) RETURNING a) SELECT * FROM x',
    'MERGE INTO t USING s ON true WHEN MATCHED THEN DELETE',
    'TRUNCATE t',
    'LOCK TABLE t',
    'EXPLAIN SELECT 1',
    'VALUES (1)',
    'DO $$ BEGIN INSERT INTO t SELECT 1; END $$',
    'SELECT \'COPY t\', $$pg_sleep(1)$$, "create", copy FROM t -- SET ROLE x',
    'SELECT pg_sleep FROM t',
    'CALL p(1)',
  ])('takes %s', (text) => {
    expect(describeStatement(text)).toMatchObject({ count: 1, refusal: null });
  });

  it.each([
    ['SELECT CURRENT_TIMESTAMP, current_date, LOCALTIME(3)', ['CURRENT_TIMESTAMP', 'current_date', 'LOCALTIME']],
    ['SELECT clock_timestamp(), pg_catalog.timeofday()', ['clock_timestamp', 'timeofday']],
    ['SELECT random(), pg_backend_pid(), uuidv7()', ['random', 'pg_backend_pid', 'uuidv7']],
    ["SELECT 'now'::timestamptz, timestamp 'Today', CAST('now' AS date)", ["'now'", "'Today'", "'now'"]],
    ['SELECT pg_catalog.now(), age(at), age(a, b)', ['now', 'age']],
    ['DO $$ BEGIN PERFORM random(); END $$', ['random']],
    ["SELECT now(), gen_random_uuid(), 'now', random, t.current_date, txid_current(), now() - '1 d'::interval", []],
  ])('finds what differs from run to run in %s', (text, words) => {
    expect(describeStatement(text).unrepeatable.map(({ start, end }) => text.slice(start, end))).toEqual(words);
  });
});

describe('describeDefinition', () => {
  it.each([
    ['CREATE TABLE a(b int); CREATE EXTENSION x', 'extension'],
    ['CREATE ROLE x', 'role'],
    ['CREATE SCHEMA x', 'schema'],
    ['CREATE DATABASE x', 'server'],
    ['ALTER SYSTEM SET a = 1', 'server'],
    ['SET ROLE x', 'role'],
    ['COPY t FROM STDIN', 'copy'],
    ['CREATE TEMP TABLE t(a int)', 'temporary-table'],
    ['ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC', 'role'],
    ["CREATE FUNCTION f() RETURNS void LANGUAGE sql AS 'SELECT pg_sleep(1)'", 'sleep'],
  ])('refuses %s', (text, code) => {
    expect(describeDefinition(text).refusal?.code).toEqual(code);
  });

  it('takes what makes tables, and settings that end with it', () => {
    const text = `SET check_function_bodies = off; CREATE TABLE a(b int); CREATE INDEX ON a(b); COMMENT ON TABLE a IS 'x';
      GRANT SELECT ON a TO PUBLIC; INSERT INTO a VALUES (1); DROP TABLE a; CREATE TABLE c AS SELECT 1; SELECT 1 INTO d;
      CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$; DO $$ BEGIN NULL; END $$`;
    expect(describeDefinition(text)).toMatchObject({ count: 11, refusal: null, unrepeatable: [] });
  });
});

describe('tablesOf', () => {
  it('names the tables in their order, with their columns where they are written', () => {
    const text = `CREATE TABLE inbox(event_id text PRIMARY KEY, "At" timestamptz DEFAULT now(), n numeric(10, 2),
        CONSTRAINT c CHECK (n > 0), UNIQUE (event_id, n));
      CREATE UNLOGGED TABLE IF NOT EXISTS public."Own T" (a int); CREATE TABLE Copied (LIKE inbox);
      CREATE TABLE q AS SELECT 1; CREATE VIEW v AS SELECT 1; -- CREATE TABLE no(a int)
      CREATE TABLE part PARTITION OF q FOR VALUES IN (1); CREATE TABLE gone(a int); DROP TABLE IF EXISTS gone, nothing;
      CREATE TABLE heir(b int) INHERITS (inbox); CREATE INDEX ON inbox(n); INSERT INTO inbox VALUES ('create table x')`;
    const { tables, complete } = tablesOf(text);
    expect(tables.map(({ name, columns }) => [name, columns])).toEqual([
      ['inbox', ['event_id', 'At', 'n']],
      ['Own T', ['a']],
      ['copied', null],
      ['q', null],
      ['heir', null],
    ]);
    expect(tables.map(({ start, end }) => text.slice(start, end))).toEqual([
      ...['inbox', '"Own T"', 'Copied', 'q', 'heir'],
    ]);
    expect(complete).toEqual(true);
  });

  it.each([
    ['CREATE TABLE a(b int); ALTER TABLE a ADD c int', [['a', null]], true],
    ['CREATE TABLE a(b int); ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0)', [['a', ['b']]], true],
    ['CREATE TABLE a(b int); ALTER TABLE a RENAME TO c', [['a', null]], false],
    [
      'CREATE TABLE a(b int); CREATE TABLE p(b int); ALTER TABLE ONLY a ATTACH PARTITION p DEFAULT',
      [['a', ['b']]],
      true,
    ],
    ["DO $$ BEGIN EXECUTE 'CREATE TABLE a(b int)'; END $$", [], false],
    ['CALL makes_tables()', [], false],
    ['', [], true],
  ])('follows %s', (text, tables, complete) => {
    const found = tablesOf(text);
    expect(found.tables.map(({ name, columns }) => [name, columns])).toEqual(tables);
    expect(found.complete).toEqual(complete);
  });
});

describe('places and counts', () => {
  it.each([
    ...([
      ['INSERT 0 2', 2],
      ['SELECT 0', 0],
      ['UPDATE 13', 13],
      ['MERGE 1', 1],
    ] as const),
    ...([
      ['COMMIT', null],
      ['', null],
      ['CREATE TABLE', null],
      ['TRUNCATE TABLE', null],
    ] as const),
  ])('the tag %s counts %s', (tag, count) => {
    expect(rowCountOf(tag)).toEqual(count);
  });

  it('a position counts characters, not UTF-16 units', () => {
    expect(textOffset("'🎫🎫' x", 6)).toEqual(7);
    expect([textOffset('abc', 1), textOffset('abc', 4), textOffset('', 9)]).toEqual([0, 3, 0]);
  });

  it('a statement is found by any of its characters', () => {
    expect(statementAt('SELECT 1; SELECT 2', 12)).toEqual({ start: 10, end: 18 });
    expect(statementAt(' ', 0)).toEqual(null);
  });
});
