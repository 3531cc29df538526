import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive, readWaitOffset } from '../../src/postgres/archive.js';
import { Backend } from '../../src/postgres/backend.js';

let backend: Backend;
beforeAll(async () => {
  backend = await Backend.start(readArchive(), readWaitOffset());
  backend.own('CREATE TABLE t(id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 0)');
});
afterAll(() => backend.close());

/** What `text` waits for while another transaction has written row 1 of `t` and lock 7 is held, and where it was then. */
function waitOf(text: string): unknown {
  backend.own('BEGIN');
  backend.own('UPDATE t SET v = 1 WHERE id = 1');
  const holder = Number(backend.own('SELECT pg_current_xact_id()').rows[0]?.[0]);
  backend.own('SELECT pg_advisory_xact_lock(7)');
  backend.own("PREPARE TRANSACTION 'holder'");
  const { reply, wait } = backend.waits.during(() => backend.script(text));
  backend.own("ROLLBACK PREPARED 'holder'");
  const { kind, fields, mode } = wait ?? { kind: 0, fields: [], mode: 0 };
  return { code: reply.failure?.code, context: reply.context, kind, mode, fields, isHolder: fields[0] === holder };
}

describe('a wait', () => {
  it('is recognised in the PGlite that the build has found', () => {
    expect(backend.waits.isRecognised((text) => backend.script(text))).toBe(true);
    expect(backend.waits.offset).toBe(readWaitOffset());
  });

  it('for a transaction is given up, and names it', () => {
    expect(waitOf('UPDATE t SET v = 2 WHERE id = 1')).toMatchObject({
      ...{ code: '57014', context: 'while updating tuple (0,1) in relation "t"', kind: 5, mode: 5, isHolder: true },
    });
  });

  it('for an advisory lock is given up, and names its key', () => {
    expect(waitOf('SELECT pg_advisory_xact_lock(7)')).toMatchObject({
      ...{ code: '57014', kind: 10, mode: 7, fields: [expect.any(Number), 0, 7, 1] },
    });
  });

  it.each(['SELECT * FROM t', 'UPDATE t SET v = 2 WHERE id = 3'])(
    'is none of %s, nor of what comes after it',
    (text) => {
      expect(waitOf(text)).toMatchObject({ code: undefined, kind: 0 });
      expect(backend.own('SELECT 42').rows).toEqual([['42']]);
    },
  );
});

it('the next transaction id is the one that is given next', () => {
  const next = backend.waits.nextXid();
  expect(backend.own('SELECT pg_current_xact_id()').rows).toEqual([[String(next)]]);
  expect(backend.waits.nextXid()).toBe(next + 1);
});

it.each([
  ['BEGIN', false],
  ['BEGIN ISOLATION LEVEL REPEATABLE READ', true],
  ['BEGIN ISOLATION LEVEL SERIALIZABLE', true],
])('%s keeps its snapshot: %s', (begin, keeps) => {
  backend.own(begin);
  expect(backend.waits.keepsSnapshot()).toBe(keeps);
  backend.own('ROLLBACK');
});
