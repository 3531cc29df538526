import { describe, expect, it } from 'vitest';
import type { Database, Replica, Session } from '../../../src/postgres/ports.js';
import { done, failed, inserted } from '../../support/answers.js';
import type { ServerOf } from '../conformance-suite.js';

const shop = `
  CREATE TYPE mood AS ENUM ('new', 'paid');
  CREATE TABLE customers (id text PRIMARY KEY);
  CREATE TABLE orders (seq bigint GENERATED ALWAYS AS IDENTITY, id text PRIMARY KEY, state mood NOT NULL DEFAULT 'new',
    customer text REFERENCES customers ON DELETE CASCADE, total int, twice int GENERATED ALWAYS AS (total * 2) STORED);
  CREATE TABLE notes (note text);
  CREATE TABLE audit (id text);
  CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO audit VALUES (NEW.id); RETURN NEW; END $$;
  CREATE TRIGGER audit AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION note();
  INSERT INTO customers VALUES ('anna');
  INSERT INTO orders (id, customer, total) VALUES ('o0', 'anna', 1);
  INSERT INTO notes SELECT gen_random_uuid()::text`;

export function describeReplicas(server: ServerOf): void {
  async function standby(definition = shop): Promise<[Session, Session, Replica, Database]> {
    const primary = await server().createDatabase('orders', definition);
    const replica = await server().createReplica('replica', 'orders');
    return [primary.session('W'), replica.session('R'), replica, primary];
  }
  const rowsOf = async (session: Session, query: string) => {
    const { answer } = await session.execute(query);
    return answer.kind === 'done' ? answer.result.rows : answer;
  };

  describe('a replica', () => {
    it('begins with what its primary was defined with, drawn only once', async () => {
      const [, , replica, primary] = await standby();
      expect(replica.initial).toEqual(primary.initial);
      expect(await replica.tables()).toEqual(await primary.tables());
    });

    it('repeats commits in their order, one by one, and nothing that was rolled back', async () => {
      const [writer, reader, replica, primary] = await standby();
      await writer.execute("INSERT INTO orders (id, customer, total) VALUES ('o1', 'anna', 2)");
      await writer.begin();
      await writer.execute("INSERT INTO orders (id, total) VALUES ('lost', 1)");
      await writer.rollback();
      await writer.execute("UPDATE orders SET state = 'paid', total = 5 WHERE id = 'o1'");
      expect(await rowsOf(reader, 'SELECT id FROM orders')).toEqual([['o0']]);
      expect(await replica.replay(1)).toEqual([
        [inserted('orders', '2', 'o1', 'new', 'anna', '2', '4'), inserted('audit', 'o1')],
      ]);
      expect(await rowsOf(reader, 'SELECT seq, id, state, twice FROM orders')).toEqual([
        ['1', 'o0', 'new', '2'],
        ['2', 'o1', 'new', '4'],
      ]);
      expect(await replica.replay(5)).toHaveLength(1);
      expect(await replica.tables()).toEqual(await primary.tables());
    });

    it('repeats what cascades, rows that look the same, and a truncation', async () => {
      const [writer, , replica, primary] = await standby();
      await writer.execute("DELETE FROM customers WHERE id = 'anna'");
      await writer.execute("INSERT INTO notes VALUES ('a'), ('a'), (NULL), ('b')");
      await writer.execute("DELETE FROM notes WHERE ctid = (SELECT min(ctid) FROM notes WHERE note = 'a')");
      await replica.replay(3);
      expect(await replica.tables()).toEqual(await primary.tables());
      await writer.execute('TRUNCATE notes');
      await writer.execute("INSERT INTO notes VALUES ('c')");
      await replica.replay(2);
      expect(await replica.tables()).toEqual(await primary.tables());
    });

    it('repeats partitions, virtual columns and constraints that look only at the end', async () => {
      const [writer, , replica, primary] = await standby(`
        CREATE TABLE parts (k int, v text) PARTITION BY LIST (k);
        CREATE TABLE parts_1 (v text, k int);
        ALTER TABLE parts ATTACH PARTITION parts_1 FOR VALUES IN (1);
        CREATE TABLE parts_2 PARTITION OF parts FOR VALUES IN (2);
        CREATE TABLE turns (id int UNIQUE DEFERRABLE);
        CREATE TABLE nothing ();
        INSERT INTO turns VALUES (1), (2)`);
      await writer.execute("INSERT INTO parts VALUES (1, 'a'), (2, 'a')");
      await writer.execute('UPDATE parts SET k = 3 - k');
      await writer.execute('UPDATE turns SET id = 3 - id');
      await writer.execute('INSERT INTO nothing DEFAULT VALUES');
      await writer.execute('DELETE FROM parts WHERE k = 2');
      await replica.replay(5);
      expect(await replica.tables()).toEqual(await primary.tables());
    });

    it('tells how far it has come, and its primary how far there is to go', async () => {
      const [writer, reader, replica] = await standby();
      const current = 'SELECT pg_current_wal_lsn(), pg_is_in_recovery()';
      const replayed = 'SELECT pg_last_wal_replay_lsn(), pg_last_wal_receive_lsn(), pg_is_in_recovery()';
      expect(await rowsOf(writer, current)).toEqual([['0/1', 'f']]);
      expect(await rowsOf(reader, `${replayed}, pg_last_xact_replay_timestamp()`)).toEqual([['0/1', '0/1', 't', null]]);
      for (let count = 0; count < 9; count++) await writer.execute("INSERT INTO notes VALUES ('n')");
      await writer.execute("DELETE FROM notes WHERE note = 'nobody'");
      expect(await rowsOf(writer, current)).toEqual([['0/A', 'f']]);
      await reader.begin();
      expect(await rowsOf(reader, replayed)).toEqual([['0/1', '0/A', 't']]);
      await replica.replay(8);
      expect(await rowsOf(reader, replayed)).toEqual([['0/9', '0/A', 't']]);
      expect(await rowsOf(reader, "SELECT pg_last_wal_replay_lsn() >= '0/A'")).toEqual([['f']]);
      await reader.commit();
      expect(await rowsOf(reader, 'SELECT pg_last_xact_replay_timestamp() = now()')).toEqual([['t']]);
    });

    it('is told of a position within a transaction of the primary', async () => {
      const [writer] = await standby();
      await writer.begin();
      await writer.execute("INSERT INTO notes VALUES ('n')");
      expect(await rowsOf(writer, 'SELECT pg_current_wal_lsn()')).toEqual([['0/1']]);
      await writer.commit();
      expect(await rowsOf(writer, 'SELECT pg_current_wal_insert_lsn(), pg_current_wal_flush_lsn()')).toEqual([
        ['0/2', '0/2'],
      ]);
    });

    it('refuses what a hot standby refuses, as it does', async () => {
      const [, reader] = await standby();
      const refused: readonly (readonly [string, string])[] = [
        ["INSERT INTO notes VALUES ('n')", '25006'],
        ['UPDATE orders SET total = 1', '25006'],
        ['TRUNCATE notes', '25006'],
        ['SELECT id FROM orders FOR UPDATE', '25006'],
        ["SELECT nextval('orders_seq_seq')", '25006'],
        ["SELECT setval('orders_seq_seq', 1)", '25006'],
        ['SELECT pg_current_xact_id()', '25006'],
        ['SELECT pg_current_wal_lsn()', '55000'],
        ['BEGIN READ WRITE', '0A000'],
        ['SET TRANSACTION READ WRITE', '0A000'],
        ['BEGIN ISOLATION LEVEL SERIALIZABLE', '0A000'],
      ];
      for (const [statement, code] of refused) expect(await reader.execute(statement), statement).toEqual(failed(code));
      expect(await rowsOf(reader, 'SHOW transaction_read_only')).toEqual([['on']]);
    });

    it('refuses a little more within a transaction, which is aborted then', async () => {
      const [, reader] = await standby();
      await reader.begin();
      expect(await reader.execute('LOCK TABLE notes IN ROW SHARE MODE')).toEqual(done('LOCK TABLE'));
      expect(await reader.execute('LOCK TABLE notes')).toEqual(failed('25006'));
      expect(await reader.execute('SELECT 1')).toEqual(failed('25P02'));
      await reader.rollback();
      await reader.begin();
      await reader.execute('SELECT 1');
      expect(await reader.execute('SET TRANSACTION READ WRITE')).toEqual(failed('25001'));
      await reader.rollback();
      await reader.begin();
      expect(await reader.execute('SET LOCAL transaction_read_only = off')).toEqual(failed('0A000'));
      await reader.rollback();
    });

    it('does not tell how a sequence stands', async () => {
      const [, reader] = await standby();
      expect(await reader.execute('SELECT last_value FROM orders_seq_seq')).toEqual(failed('42501'));
    });

    it('has replicas beside it, each at a position of its own', async () => {
      const [writer, , first] = await standby();
      const second = await server().createReplica('second', 'orders');
      await writer.execute("INSERT INTO notes VALUES ('n')");
      await first.replay(1);
      const [one, other] = [first.session('1'), second.session('2')];
      expect(await rowsOf(one, 'SELECT count(*), pg_last_wal_replay_lsn() FROM notes')).toEqual([['2', '0/2']]);
      expect(await rowsOf(other, 'SELECT count(*), pg_last_wal_replay_lsn() FROM notes')).toEqual([['1', '0/1']]);
      expect(await rowsOf(writer, 'SELECT pg_current_wal_lsn()')).toEqual([['0/2']]);
    });

    it('shows an open transaction what it showed it before, or what has been replayed since', async () => {
      const [writer, reader, replica] = await standby();
      await reader.begin();
      expect(await rowsOf(reader, 'SELECT count(*) FROM notes')).toEqual([['1']]);
      await writer.execute("INSERT INTO notes VALUES ('n')");
      await replica.replay(1);
      expect(await rowsOf(reader, 'SELECT count(*) FROM notes')).toEqual([['2']]);
      await reader.commit();
    });

    it('is gone after a reset', async () => {
      await standby();
      await server().reset();
      const [writer] = await standby('CREATE TABLE notes (note text)');
      expect(await rowsOf(writer, 'SELECT pg_current_wal_lsn()')).toEqual([['0/1']]);
    });
  });
}
