import { describe, expect, it } from 'vitest';
import { present } from '../../../src/base/assert.js';
import type { Answer, Executed, Session } from '../../../src/postgres/ports.js';
import { refusedByName } from '../../support/answers.js';
import type { EngineTraits, ServerOf } from '../conformance-suite.js';

const schema = `
CREATE TABLE inbox(event_id text PRIMARY KEY);
CREATE TABLE seen(event_id text);
CREATE TABLE outbox(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event_id text, published_at timestamptz);
INSERT INTO outbox(event_id) VALUES ('e1'), ('e2'), ('e3'), ('e4');
CREATE TABLE progress(part int PRIMARY KEY, last_seen int);
INSERT INTO progress VALUES (0, 4)`;

/** A session, a statement, and what is answered: to it, and to the statements that it lets go on. */
type Step = readonly [session: string, statement: string, answer: string];

interface Fact {
  /** As the list of values seen on PostgreSQL 15 has it, with the number of the case where it comes from one. */
  readonly fact: string;
  readonly steps: readonly Step[];
}

const mark = (event: string) => `INSERT INTO inbox VALUES ('${event}') ON CONFLICT DO NOTHING`;
const poll = 'SELECT id FROM outbox WHERE published_at IS NULL ORDER BY id LIMIT 2 FOR UPDATE';
const insertOrSelect = `WITH ins AS (${mark('e1')} RETURNING event_id)
  SELECT event_id FROM ins UNION ALL SELECT event_id FROM inbox WHERE event_id = 'e1'`;
const guard = `INSERT INTO progress VALUES (0, 5)
  ON CONFLICT (part) DO UPDATE SET last_seen = 5 WHERE progress.last_seen < 5`;
const holds = (isolation: string): Step[] => [
  ['A', 'BEGIN', 'BEGIN'],
  ['A', mark('e1'), 'INSERT 0 1'],
  ['B', `BEGIN ISOLATION LEVEL ${isolation}`, 'BEGIN'],
];
const skipping = (isolation: string, answer: string): Step[] => [
  ['B', `BEGIN ISOLATION LEVEL ${isolation}`, 'BEGIN'],
  ['B', 'SELECT count(*) FROM outbox', 'SELECT 1 (4)'],
  ['A', "UPDATE outbox SET published_at = now() WHERE event_id = 'e1'", 'UPDATE 1'],
  ['B', `${poll} SKIP LOCKED`, answer],
];

/** What a statement of one session alone answers. */
const alone: readonly Fact[] = [
  {
    fact: 'the statement after 23505 gives 25P02, and COMMIT answers ROLLBACK',
    steps: [
      ['A', 'BEGIN', 'BEGIN'],
      ['A', "INSERT INTO inbox VALUES ('e1')", 'INSERT 0 1'],
      ['A', "INSERT INTO inbox VALUES ('e1')", '23505'],
      ['A', 'SELECT 1', '25P02'],
      ['A', 'COMMIT', 'ROLLBACK'],
    ],
  },
  {
    fact: "a rolled-back insert's id is never reused",
    steps: [
      ['A', 'BEGIN', 'BEGIN'],
      ['A', "INSERT INTO outbox(event_id) VALUES ('e5') RETURNING id", 'INSERT 0 1 (5)'],
      ['A', 'ROLLBACK', 'ROLLBACK'],
      ['A', "INSERT INTO outbox(event_id) VALUES ('e5') RETURNING id", 'INSERT 0 1 (6)'],
    ],
  },
];

/** What sessions with transactions open at once answer, at READ COMMITTED. */
const together: readonly Fact[] = [
  {
    fact: 'ON CONFLICT DO NOTHING against an uncommitted row blocks, then gives 0 rows after COMMIT (C4)',
    steps: [...holds('READ COMMITTED'), ['B', mark('e1'), 'blocked by A'], ['A', 'COMMIT', 'COMMIT; B: INSERT 0 0']],
  },
  {
    fact: 'ON CONFLICT DO NOTHING against an uncommitted row blocks, then gives 1 row after ROLLBACK (C4)',
    steps: [
      ...holds('READ COMMITTED'),
      ['B', mark('e1'), 'blocked by A'],
      ['A', 'ROLLBACK', 'ROLLBACK; B: INSERT 0 1'],
    ],
  },
  {
    fact: 'opposite-order inserts end in one 40P01, and the other one goes on (C5)',
    steps: [
      ...holds('READ COMMITTED'),
      ['B', mark('e2'), 'INSERT 0 1'],
      ['A', mark('e2'), 'blocked by B'],
      ['B', mark('e1'), '40P01; A: INSERT 0 1'],
      ['B', 'COMMIT', 'ROLLBACK'],
      ['A', 'COMMIT', 'COMMIT'],
      ['B', 'SELECT event_id FROM inbox ORDER BY 1', 'SELECT 2 (e1) (e2)'],
    ],
  },
  {
    fact: 'of two FOR UPDATE LIMIT 2 relays without SKIP LOCKED the second waits, then gets rows 3 and 4 (A8)',
    steps: [
      ['A', 'BEGIN', 'BEGIN'],
      ['A', poll, 'SELECT 2 (1) (2)'],
      ['B', 'BEGIN', 'BEGIN'],
      ['B', poll, 'blocked by A'],
      ['A', 'UPDATE outbox SET published_at = now() WHERE id <= 2', 'UPDATE 2'],
      ['A', 'COMMIT', 'COMMIT; B: SELECT 2 (3) (4)'],
    ],
  },
  {
    fact: 'a conditional upsert in a second session blocks, then touches 0 rows (E4)',
    steps: [
      ['A', 'BEGIN', 'BEGIN'],
      ['A', guard, 'INSERT 0 1'],
      ['B', guard, 'blocked by A'],
      ['A', 'COMMIT', 'COMMIT; B: INSERT 0 0'],
    ],
  },
  {
    fact: 'a claim by UPDATE ... RETURNING blocks the second session, which then gets 0 rows (A9)',
    steps: [
      ['A', 'BEGIN', 'BEGIN'],
      [
        'A',
        'UPDATE outbox SET published_at = now() WHERE published_at IS NULL RETURNING id',
        'UPDATE 4 (1) (2) (3) (4)',
      ],
      ['B', 'UPDATE outbox SET published_at = now() WHERE published_at IS NULL RETURNING id', 'blocked by A'],
      ['A', 'COMMIT', 'COMMIT; B: UPDATE 0'],
    ],
  },
  {
    fact: 'two statements in READ COMMITTED see different snapshots (A3)',
    steps: [
      ['A', 'BEGIN', 'BEGIN'],
      ['A', 'SELECT max(id) FROM outbox', 'SELECT 1 (4)'],
      ['B', "INSERT INTO outbox(event_id) VALUES ('e5')", 'INSERT 0 1'],
      ['A', 'SELECT max(id) FROM outbox', 'SELECT 1 (5)'],
    ],
  },
  {
    fact: 'SKIP LOCKED in READ COMMITTED skips what has been published meanwhile (A18)',
    steps: skipping('READ COMMITTED', 'SELECT 2 (2) (3)'),
  },
];

/** A statement that reads again after it has waited: an engine on which not all may wait refuses it by name. */
const readingAgain: readonly Fact[] = [
  {
    fact: 'insert-or-select in one statement comes back empty after waiting, and the next statement sees the row (C4)',
    steps: [
      ...holds('READ COMMITTED'),
      ['B', insertOrSelect, 'blocked by A'],
      ['A', 'COMMIT', 'COMMIT; B: SELECT 0'],
      ['B', "SELECT event_id FROM inbox WHERE event_id = 'e1'", 'SELECT 1 (e1)'],
    ],
  },
];

/** What transactions above READ COMMITTED answer, on engines that have them beside others. */
const above: readonly Fact[] = [
  ...['REPEATABLE READ', 'SERIALIZABLE'].flatMap((isolation): Fact[] => [
    {
      fact: `ON CONFLICT DO NOTHING under ${isolation} gives 40001 after COMMIT (C4)`,
      steps: [...holds(isolation), ['B', mark('e1'), 'blocked by A'], ['A', 'COMMIT', 'COMMIT; B: 40001']],
    },
    {
      fact: `SKIP LOCKED under ${isolation} gives 40001 for a row that was changed and unlocked again (A18)`,
      steps: skipping(isolation, '40001'),
    },
  ]),
  {
    fact: 'two statements in REPEATABLE READ see the same snapshot (A3)',
    steps: [
      ['A', 'BEGIN ISOLATION LEVEL REPEATABLE READ', 'BEGIN'],
      ['A', 'SELECT max(id) FROM outbox', 'SELECT 1 (4)'],
      ['B', "INSERT INTO outbox(event_id) VALUES ('e5')", 'INSERT 0 1'],
      ['A', 'SELECT max(id) FROM outbox', 'SELECT 1 (4)'],
    ],
  },
  {
    fact: 'SELECT, then INSERT under SERIALIZABLE without a unique key: one 40001 (C3)',
    steps: [
      ['A', 'BEGIN ISOLATION LEVEL SERIALIZABLE', 'BEGIN'],
      ['B', 'BEGIN ISOLATION LEVEL SERIALIZABLE', 'BEGIN'],
      ['A', "SELECT event_id FROM seen WHERE event_id = 'e1'", 'SELECT 0'],
      ['B', "SELECT event_id FROM seen WHERE event_id = 'e1'", 'SELECT 0'],
      ['A', "INSERT INTO seen VALUES ('e1')", 'INSERT 0 1'],
      ['B', "INSERT INTO seen VALUES ('e1')", 'INSERT 0 1'],
      ['A', 'COMMIT', 'COMMIT'],
      ['B', 'COMMIT', '40001'],
      ['B', 'SELECT event_id FROM seen', 'SELECT 1 (e1)'],
    ],
  },
];

/** An answer in a line: the tag and the rows, an SQLSTATE, or who is in the way. */
function inLine(answer: Answer): string {
  if (answer.kind === 'error') return answer.failure.code;
  if (answer.kind === 'blocked') return `blocked by ${answer.by.join(', ')}`;
  const { tag, rows } = answer.result;
  return [tag, ...rows.map((row) => `(${row.join(', ')})`)].join(' ');
}

function said({ answer, resumed }: Executed): string {
  return [inLine(answer), ...resumed.map((each) => `${each.session.name}: ${inLine(each.answer)}`)].join('; ');
}

export function describeFacts(server: ServerOf, { allWait, aboveReadCommitted }: EngineTraits): void {
  async function sessions(): Promise<(name: string) => Session> {
    const database = await server().createDatabase('d', schema);
    const all = new Map(['A', 'B'].map((name) => [name, database.session(name)]));
    return (name) => present(all.get(name), name);
  }

  async function play({ steps }: Fact): Promise<void> {
    const session = await sessions();
    const found: Step[] = [];
    for (const [name, statement] of steps) {
      found.push([name, statement, said(await session(name).execute(statement))]);
    }
    expect(found).toEqual(steps);
  }

  async function refused(fact: Fact): Promise<void> {
    const refusal: unknown = await play(fact).then(
      () => 'played',
      (error: unknown) => error,
    );
    refusedByName(refusal);
  }

  describe('a value seen on PostgreSQL', () => {
    it.each(alone)('$fact', play);
    it.each(together)('$fact', play);
    it.each(readingAgain)('$fact', allWait ? play : refused);
    it.each(above)('$fact', aboveReadCommitted ? play : refused);

    it('pg_xact_status says in progress, committed or aborted (C11)', async () => {
      const session = await sessions();
      const [a, b] = [session('A'), session('B')];
      for (const [end, status] of [
        ['commit', 'committed'],
        ['rollback', 'aborted'],
      ] as const) {
        await a.begin();
        const { answer } = await a.execute('SELECT pg_current_xact_id()');
        const id = answer.kind === 'done' ? (answer.result.own ?? answer.result.rows)[0]?.[0] : undefined;
        const asked = async () => said(await b.execute('SELECT pg_xact_status($1)', [present(id, 'id')]));
        expect(await asked()).toBe('SELECT 1 (in progress)');
        await a[end]();
        expect(await asked()).toBe(`SELECT 1 (${status})`);
      }
    });
  });
}
