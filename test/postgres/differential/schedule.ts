import fc from 'fast-check';

/** One statement of one session. */
export interface Step {
  /** From 0. */
  readonly session: number;
  readonly text: string;
}

export type Schedule = readonly Step[];

/** The first of `values` more often than all others, so that sessions meet there. */
const mostly = (...values: [string, ...string[]]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(values[0]) }, { weight: 1, arbitrary: fc.constantFrom(...values) });

const event = mostly('e3', 'e1', 'e2');
const product = mostly('p1', 'p2', 'p3');
const row = mostly('o1', 'o2', 'o5');
const number = fc.constantFrom(1, 2, 3);
const savepoint = fc.constantFrom('a', 'b');
const strength = fc.constantFrom('UPDATE', 'NO KEY UPDATE', 'SHARE', 'KEY SHARE');
const patience = fc.constantFrom('', '', '', ' NOWAIT', ' SKIP LOCKED');

/** A text of which some parts are drawn. */
function form(weight: number, write: (...parts: never[]) => string, ...parts: fc.Arbitrary<unknown>[]) {
  return {
    weight,
    arbitrary:
      parts.length === 0 ? fc.constant(write()) : fc.tuple(...parts).map((drawn) => write(...(drawn as never[]))),
  };
}

const savepoints = [
  form(4, (name: string) => `SAVEPOINT ${name}`, savepoint),
  form(1, (name: string) => `ROLLBACK TO ${name}`, savepoint),
  form(1, (name: string) => `RELEASE ${name}`, savepoint),
];

const markers = [
  form(4, (id: string) => `INSERT INTO inbox VALUES ('${id}') ON CONFLICT DO NOTHING RETURNING event_id`, event),
  form(2, (id: string) => `INSERT INTO inbox VALUES ('${id}')`, event),
  form(2, (id: string) => `DELETE FROM inbox WHERE event_id = '${id}'`, event),
  form(
    3,
    (id: string, to: string) => `INSERT INTO history_events VALUES ('${id}', 't', 'open', '${to}', now())`,
    event,
    fc.constantFrom('done', 'closed'),
  ),
  form(1, (id: string) => `DELETE FROM history_events WHERE event_id = '${id}' RETURNING to_status`, event),
  form(1, (id: string) => `UPDATE history_events SET to_status = to_status || '!' WHERE event_id = '${id}'`, event),
  form(
    2,
    (id: string) => `INSERT INTO processed_events VALUES ('${id}', now()) ON CONFLICT (event_id) DO NOTHING`,
    event,
  ),
  form(
    2,
    (id: string, condition: string) =>
      `INSERT INTO processed_events AS p VALUES ('${id}', NULL) ON CONFLICT (event_id)
         DO UPDATE SET processed_at = NULL${condition} RETURNING p.processed_at`,
    event,
    fc.constantFrom('', ' WHERE p.processed_at IS NOT NULL'),
  ),
  form(2, (id: string) => `INSERT INTO leases VALUES ('${id}', 'me')`, fc.constantFrom('l1', 'l2')),
  form(
    1,
    (id: string) => `UPDATE leases SET gone = true WHERE name = '${id}' AND NOT gone`,
    fc.constantFrom('l1', 'l2'),
  ),
];

const rows = [
  form(
    3,
    (id: string, more: number) =>
      `UPDATE inventory SET reserved = reserved + ${more} WHERE product_id = '${id}' RETURNING reserved`,
    product,
    number,
  ),
  form(
    2,
    (id: string, below: number) =>
      `UPDATE inventory SET reserved = reserved + 1 WHERE product_id = '${id}' AND reserved < ${below}`,
    product,
    number,
  ),
  form(1, (id: string) => `DELETE FROM inventory WHERE product_id = '${id}'`, product),
  form(
    2,
    (id: string) =>
      `INSERT INTO inventory VALUES ('${id}', 1) ON CONFLICT (product_id) DO UPDATE SET reserved = inventory.reserved + 1`,
    product,
  ),
  form(
    3,
    (id: string, how: string, wait: string) =>
      `SELECT reserved FROM inventory WHERE product_id = '${id}' FOR ${how}${wait}`,
    product,
    strength,
    patience,
  ),
  form(
    1,
    (id: string, how: string, wait: string) => `SELECT event_id FROM inbox WHERE event_id = '${id}' FOR ${how}${wait}`,
    event,
    strength,
    patience,
  ),
  form(
    1,
    (from: string, to: string) => `UPDATE inventory SET product_id = '${to}' WHERE product_id = '${from}'`,
    product,
    product,
  ),
];

const relays = [
  form(
    2,
    (id: string) => `INSERT INTO outbox (event_id, ticket_id, payload) VALUES ('${id}', 't', '{}') RETURNING seq`,
    row,
  ),
  form(
    3,
    (count: number, wait: string) =>
      `SELECT seq, event_id FROM outbox WHERE published_at IS NULL ORDER BY seq LIMIT ${count} FOR UPDATE${wait}`,
    number,
    patience,
  ),
  form(
    2,
    (id: string) => `UPDATE outbox SET published_at = now() WHERE event_id = '${id}' AND published_at IS NULL`,
    row,
  ),
  form(1, () => 'UPDATE outbox SET published_at = now() WHERE published_at IS NULL RETURNING event_id'),
  form(1, (id: string) => `DELETE FROM outbox WHERE event_id = '${id}'`, row),
];

const others = [
  form(1, () => 'SELECT * FROM inbox ORDER BY 1'),
  form(1, () => 'SELECT * FROM inventory ORDER BY 1'),
  form(1, () => 'SELECT seq, event_id, published_at FROM outbox ORDER BY seq'),
  form(1, (key: number) => `SELECT pg_advisory_xact_lock(${key})`, number),
  form(1, (key: number) => `SELECT pg_try_advisory_xact_lock(${key})`, number),
];

/** Each of them takes one of a few things and keeps it, so that sessions come to wait in a circle. */
const takers = [
  form(
    3,
    (id: string) => `UPDATE inventory SET reserved = reserved + 1 WHERE product_id = '${id}'`,
    fc.constantFrom('p1', 'p2'),
  ),
  form(1, (id: string) => `DELETE FROM inventory WHERE product_id = '${id}'`, fc.constantFrom('p1', 'p2')),
  form(2, (id: string) => `INSERT INTO inbox VALUES ('${id}') ON CONFLICT DO NOTHING`, fc.constantFrom('e3', 'e4')),
  form(1, (key: number) => `SELECT pg_advisory_xact_lock(${key})`, fc.constantFrom(1, 2)),
];

/** A statement as its place among those that a schedule has to choose from. */
const choice = fc.nat({ max: 59 });

/** What one session does on its own: a transaction, or a statement outside one. */
const unit: fc.Arbitrary<readonly (string | number)[]> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        fc.array(fc.oneof({ weight: 8, arbitrary: choice }, { weight: 1, arbitrary: fc.oneof(...savepoints) }), {
          minLength: 1,
          maxLength: 4,
          size: 'max',
        }),
        fc.constantFrom('COMMIT', 'COMMIT', 'COMMIT', 'ROLLBACK'),
      )
      .map(([statements, end]) => ['BEGIN', ...statements, end]),
  },
  { weight: 2, arbitrary: choice.map((each) => [each]) },
);

const fewestSteps = 3;
const mostSteps = 14;

/** Whose turn it is, up to 14 times. */
const turns = (minLength: number) => fc.array(fc.nat({ max: 2 }), { minLength, maxLength: mostSteps, size: 'max' });

/**
 * 3 to 14 statements of two or three sessions, each of which does one thing after another while the others do theirs.
 * A schedule has few statements to choose from, so that its sessions meet.
 */
const schedulesOf = (statement: fc.Arbitrary<string>): fc.Arbitrary<Schedule> =>
  fc
    .tuple(
      fc.array(statement, { minLength: 1, maxLength: 5, size: 'max' }),
      fc.array(fc.array(unit, { minLength: 2, maxLength: 3, size: 'max' }), {
        minLength: 2,
        maxLength: 3,
        size: 'max',
      }),
      fc.oneof(turns(fewestSteps), turns(mostSteps)),
    )
    .map(([statements, units, order]) => {
      const left = units.map((each) => each.flat());
      return order.flatMap((turn) => {
        const session = turn % left.length;
        const next = left[session]?.shift();
        const text = typeof next === 'number' ? statements[next % statements.length] : next;
        return text === undefined ? [] : [{ session, text }];
      });
    });

/** Most of them stay with a few tables. */
export const schedules: fc.Arbitrary<Schedule> = fc.noBias(
  fc.oneof(
    schedulesOf(fc.oneof(...markers)),
    schedulesOf(fc.oneof(...rows)),
    schedulesOf(fc.oneof(...relays)),
    schedulesOf(fc.oneof(...takers)),
    schedulesOf(fc.oneof(...markers, ...rows, ...relays, ...others)),
  ),
);
