import { describe, expect, it } from 'vitest';
import { isIndelible, mayChangeSettings } from '../../src/postgres/setting-words.js';

describe('isIndelible', () => {
  it.each([
    "SET LOCAL app.tenant = 'a'",
    'set app.tenant to default',
    'SET/**/LOCAL -- x\n "app" . tenant = 1',
    'SET LOCAL U&"app\\002etenant" = 1',
    'RESET app.tenant',
    'CREATE FUNCTION f() RETURNS int SET app.a = 1 RETURN 1',
    "SELECT set_config('app.tenant', 'a', true)",
    "SELECT set_config($1, 'a', true)",
    "SELECT set_config('app' || '.tenant', 'a', true)",
    "DO $$ BEGIN EXECUTE 'SELECT 1'; END $$",
    'SET SESSION AUTHORIZATION DEFAULT',
    "SELECT set_config('session_authorization', 'x', true)",
    'DO $$ BEGIN ALTER ROLE CURRENT_USER SET a = 1; END $$',
    'DO $$ BEGIN ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC; END $$',
    'DO $$ BEGIN DROP OWNED BY CURRENT_USER; END $$',
  ])('says so of %s', (text) => {
    expect(isIndelible(text)).toBe(true);
  });

  it.each([
    "INSERT INTO t(v) VALUES ('a.b') ON CONFLICT (id) DO UPDATE SET v = excluded.v, w = t.w",
    'UPDATE t SET (a, b) = (SELECT s.a, s.b FROM s)',
    'ALTER TABLE a.t ADD FOREIGN KEY (b) REFERENCES c.u ON DELETE SET NULL; SELECT 1.5',
    "SET LOCAL work_mem = '1.5MB'",
    "SELECT set_config('work_mem', '1.5MB', true)",
    'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE',
    'GRANT EXECUTE ON FUNCTION f TO PUBLIC; CREATE TRIGGER a AFTER INSERT ON t EXECUTE FUNCTION f()',
    'SELECT executed, offset_config FROM t.dataset',
  ])('does not of %s', (text) => {
    expect(isIndelible(text)).toBe(false);
  });

  it('reads a long text at once', () => {
    const text = `SET ${'/'.repeat(100_000)} SET ${'-'.repeat(100_000)} ${'set '.repeat(100_000)}`;
    const begun = performance.now();
    expect(isIndelible(text)).toBe(false);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});

describe('mayChangeSettings', () => {
  it.each([
    'SET search_path = x',
    'SET LOCAL "search_path" = x',
    "SET SCHEMA 'x'",
    "SET TIME ZONE 'UTC'",
    'SET LOCAL datestyle = x',
    'RESET ALL',
    'DISCARD ALL',
    "SELECT set_config('work_mem', '1MB', true)",
    "SET inbox_sim.now = ''",
    "DO $$ BEGIN EXECUTE 'x'; END $$",
  ])('says so of %s', (text) => {
    expect(mayChangeSettings(text)).toBe(true);
  });

  it.each(['BEGIN', 'SET TRANSACTION READ ONLY', 'SET CONSTRAINTS ALL DEFERRED', 'UPDATE t SET a = 1, b = time'])(
    'does not of %s',
    (text) => {
      expect(mayChangeSettings(text)).toBe(false);
    },
  );
});
