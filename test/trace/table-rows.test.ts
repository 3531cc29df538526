import { describe, expect, test } from 'vitest';
import type { Row, RowChange, TableInfo } from '../../src/model/sql.js';
import { type StoredRow, TableRows } from '../../src/trace/table-rows.js';

const bound: TableInfo = {
  name: 'history_events',
  columns: ['ticket_id', 'event_id'],
  binding: { table: 'history_events', role: 'effect', eventColumn: 'event_id' },
};

const insert = (...after: Row): RowChange => ({ table: 'history_events', kind: 'insert', before: null, after });
const remove = (...before: Row): RowChange => ({ table: 'history_events', kind: 'delete', before, after: null });
const update = (before: Row, after: Row): RowChange => ({ table: 'history_events', kind: 'update', before, after });
const truncate: RowChange = { table: 'history_events', kind: 'truncate', before: null, after: null };

const e900: Row = ['ticket-42', 'event-ticket-900'];
const e901: Row = ['ticket-42', 'event-ticket-901'];
const e902: Row = ['ticket-42', 'event-ticket-902'];

/** Applies one change a step, from step 1. */
function tableAfter(changes: readonly RowChange[], info: TableInfo = bound): TableRows {
  const table = new TableRows(info);
  changes.forEach((change, index) => {
    table.apply(change, index + 1);
  });
  return table;
}

/** Everything that a table says about itself. */
function state(table: TableRows): unknown {
  const byEvent: Record<string, StoredRow[]> = {};
  for (const event of table.events()) byEvent[event] = table.ofEvent(event);
  return { size: table.size, rows: [...table.rows()], byEvent };
}

const stored = (values: Row, step: number, change: StoredRow['change'] = 'insert'): StoredRow => ({
  values,
  step,
  change,
});

const cases: readonly {
  what: string;
  changes: RowChange[];
  rows: StoredRow[];
  byEvent: Record<string, StoredRow[]>;
}[] = [
  { what: 'nothing has happened', changes: [], rows: [], byEvent: {} },
  {
    what: 'inserted rows stand in the order in which they came, each with its step',
    changes: [insert(...e901), insert(...e900)],
    rows: [stored(e901, 1), stored(e900, 2)],
    byEvent: { 'event-ticket-901': [stored(e901, 1)], 'event-ticket-900': [stored(e900, 2)] },
  },
  {
    what: 'an updated row keeps its place and takes the step of the update',
    changes: [insert(...e900), insert(...e901), update(e900, ['ticket-43', 'event-ticket-900'])],
    rows: [stored(['ticket-43', 'event-ticket-900'], 3, 'update'), stored(e901, 2)],
    byEvent: {
      'event-ticket-900': [stored(['ticket-43', 'event-ticket-900'], 3, 'update')],
      'event-ticket-901': [stored(e901, 2)],
    },
  },
  {
    what: 'an update of the event column moves the row from one event to the other',
    changes: [insert(...e900), insert(...e901), update(e900, e902)],
    rows: [stored(e902, 3, 'update'), stored(e901, 2)],
    byEvent: { 'event-ticket-902': [stored(e902, 3, 'update')], 'event-ticket-901': [stored(e901, 2)] },
  },
  {
    what: 'a deleted row is gone, and its event with it',
    changes: [insert(...e900), insert(...e901), remove(...e900)],
    rows: [stored(e901, 2)],
    byEvent: { 'event-ticket-901': [stored(e901, 2)] },
  },
  {
    what: 'two equal rows are two rows',
    changes: [insert(...e900), insert(...e900)],
    rows: [stored(e900, 1), stored(e900, 2)],
    byEvent: { 'event-ticket-900': [stored(e900, 1), stored(e900, 2)] },
  },
  {
    what: 'deleting one of two equal rows leaves the other',
    changes: [insert(...e900), insert(...e900), remove(...e900)],
    rows: [stored(e900, 2)],
    byEvent: { 'event-ticket-900': [stored(e900, 2)] },
  },
  {
    what: 'deleting both of two equal rows leaves none',
    changes: [insert(...e900), insert(...e900), remove(...e900), remove(...e900)],
    rows: [],
    byEvent: {},
  },
  {
    what: 'updating one of two equal rows leaves the other as it is',
    changes: [insert(...e900), insert(...e900), update(e900, e901)],
    rows: [stored(e901, 3, 'update'), stored(e900, 2)],
    byEvent: { 'event-ticket-900': [stored(e900, 2)], 'event-ticket-901': [stored(e901, 3, 'update')] },
  },
  {
    what: 'truncate empties everything, and rows may come again',
    changes: [insert(...e900), insert(...e901), truncate, insert(...e900)],
    rows: [stored(e900, 4)],
    byEvent: { 'event-ticket-900': [stored(e900, 4)] },
  },
  {
    what: 'what was truncated is not mistaken for an equal row that came later',
    changes: [insert(...e900), truncate, insert(...e900), remove(...e900)],
    rows: [],
    byEvent: {},
  },
  {
    what: 'a row whose event column is null belongs to no event',
    changes: [insert('ticket-42', null), insert(...e900)],
    rows: [stored(['ticket-42', null], 1), stored(e900, 2)],
    byEvent: { 'event-ticket-900': [stored(e900, 2)] },
  },
];

test.each(cases.map((row) => [row.what, row] as const))('%s', (_, { changes, rows, byEvent }) => {
  expect(state(tableAfter(changes))).toEqual({ size: rows.length, rows, byEvent });
});

describe('ofEvent', () => {
  test('of an unknown event there is no row', () => {
    expect(tableAfter([insert(...e900)]).ofEvent('event-ticket-999')).toEqual([]);
  });

  test('without a binding no row belongs to an event', () => {
    const table = tableAfter([insert(...e900)], { ...bound, binding: null });
    expect(state(table)).toEqual({ size: 1, rows: [stored(e900, 1)], byEvent: {} });
  });
});

// The trace tells what PostgreSQL did; a change of a row that is not there means that the two have parted.
test.each([
  ['delete', remove(...e901)],
  ['update', update(e901, e902)],
])('a %s of a row that is not there is a bug', (_, change) => {
  expect(() => tableAfter([insert(...e900), change])).toThrow(
    'row ["ticket-42","event-ticket-901"] of history_events is missing',
  );
});

test('values that only look alike are different rows', () => {
  const table = tableAfter([insert(null, 'e1'), insert('null', 'e1'), remove(null, 'e1')]);
  expect([...table.rows()]).toEqual([stored(['null', 'e1'], 2)]);
});

describe('a row is pending', () => {
  const source = (...pendingColumns: string[]): TableInfo => ({
    name: 'outbox',
    columns: ['event_id', 'published_at', 'parked_at'],
    binding: { table: 'outbox', role: 'source', eventColumn: 'event_id', pendingColumns },
  });
  const waiting: Row = ['e1', null, null];
  const published: Row = ['e1', 'noon', null];
  const parked: Row = ['e1', null, 'noon'];

  test.each([
    ['never where no column says so', [], waiting, false],
    ['while the column is null', ['published_at'], waiting, true],
    ['no more when it is set', ['published_at'], published, false],
    ['while all of several are null', ['published_at', 'parked_at'], waiting, true],
    ['no more when one of several is set', ['published_at', 'parked_at'], parked, false],
    ['whatever a column says that is not named', ['published_at'], parked, true],
  ] as const)('%s', (_, columns, row, pending) => {
    expect(new TableRows(source(...columns)).isPending(stored(row, 1))).toBe(pending);
  });
});
