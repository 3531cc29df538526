import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../src/checks/check.js';
import type { ResetPolicy } from '../../src/model/names.js';
import type { TableInfo } from '../../src/model/sql.js';
import type { DatabaseInfo } from '../../src/trace/event.js';
import {
  consumer,
  group,
  historyDatabase,
  holds,
  judged,
  notExercised,
  type TraceCase,
  table,
  topic,
  violated,
  type WorldFields,
} from '../support/trace-builder.js';

function behind(step: number, event: string, args: Readonly<Record<string, string>> = {}, offset = 0): Evidence {
  const usual = { event, record: `${topic}-1@${offset}`, group: 'history', committed: '1', reset: 'earliest' };
  return { code: 'lost-behind-offset', step, args: { ...usual, ...args } };
}

/** A committed offset that is not there, or lies outside the log, is no place to read on from: the policy chooses one. */
function passedByReset(step: number, event: string, args: Readonly<Record<string, string>>): Evidence {
  return { ...behind(step, event, args), code: 'lost-behind-reset' };
}

const reset = (policy: ResetPolicy): WorldFields => ({ groups: [group('history', policy)] });

const offsets: readonly TraceCase[] = [
  { what: 'is not exercised while the log is empty', trace: (t) => t.step(), verdict: notExercised },
  {
    what: 'is not exercised by records without an event',
    trace: (t) => t.step().record(null).commit(1),
    verdict: notExercised,
  },
  { what: 'holds for an applied event', trace: (t) => t.step().record('e1').pair('e1').commit(1), verdict: holds },
  { what: 'holds at the committed offset', trace: (t) => t.step().record('e1').commit(0), verdict: holds },
  {
    what: 'is violated by an event behind the committed offset, at the step of the commit',
    trace: (t) => t.step().record('e1').step().commit(1).step(),
    verdict: violated(behind(2, 'e1')),
  },
  {
    what: 'remembers the commit that did it, also when the next life takes it up',
    trace: (t) => t.step().record('e1').step().commit(1).step().process('started').position('committed', 1),
    verdict: violated(behind(2, 'e1')),
  },
  {
    what: 'does not count a living position below the committed offset: the next life would not have it',
    trace: (t) => t.process('started').step().record('e1').step().commit(1).step().position('seek', 0),
    verdict: violated(behind(2, 'e1')),
  },
  {
    what: 'is violated also by an event that is called what every object has',
    trace: (t) => t.step().record('__proto__').step().truncated(0).step(),
    verdict: violated({
      ...behind(2, '__proto__', { committed: '-' }),
      code: 'lost-with-record',
    }),
  },
  {
    what: 'takes a marker alone for no effect',
    trace: (t) => t.step().record('e1').insert('history.inbox', 'e1').step().commit(1),
    verdict: violated(behind(2, 'e1')),
  },
  {
    what: 'judges each event and never totals: as many rows as events, and yet one is lost',
    trace: (t) => t.step().record('e1').record('e2').pair('e1').insert('history.history_events', 'e1').step().commit(2),
    verdict: violated(behind(2, 'e2', { committed: '2' }, 1)),
  },
  {
    what: 'names every lost event, in the order of the log',
    trace: (t) => t.step().record('e1').record('e2').record('e3').pair('e2').step().commit(3),
    verdict: violated(behind(2, 'e1', { committed: '3' }, 0), behind(2, 'e3', { committed: '3' }, 2)),
  },
  {
    what: 'holds while another record of the event can still be reached',
    trace: (t) => t.step().record('e1').record('e1').commit(1),
    verdict: holds,
  },
  {
    what: 'is violated once the last record of the event is behind, too',
    trace: (t) => t.step().record('e1').record('e1').step().commit(1).step().commit(2),
    verdict: violated(behind(3, 'e1', { committed: '2' }, 1)),
  },
  {
    what: 'holds after a rewind, which brings the record back',
    trace: (t) => t.step().record('e1').commit(1).step().commit(0),
    verdict: holds,
  },
  {
    what: 'comes about where a record falls behind an offset that was beyond the log end',
    trace: (t) => t.commit(1, { process: null }).step().record('e1').step(),
    verdict: violated(behind(1, 'e1')),
  },
  {
    what: 'counts the commit of one partition for that partition only',
    trace: (t) => t.step().record('e1').record('e2', { partition: 2 }).step().commit(1, { partition: 2 }),
    verdict: violated(behind(2, 'e2', { record: `${topic}-2@0` })),
  },
  {
    what: 'holds with an offset beyond the log end and earliest: the whole log is read again',
    trace: (t) => t.step().record('e1').commit(999),
    verdict: holds,
  },
  {
    what: 'is violated by an offset beyond the log end and latest',
    world: reset('latest'),
    trace: (t) => t.process('started').position('reset', 0).step().record('e1').step().commit(999),
    verdict: violated(passedByReset(2, 'e1', { committed: '999', reset: 'latest' })),
  },
];

const uncommitted: readonly TraceCase[] = [
  {
    what: 'earliest: holds, whoever lives or has died',
    trace: (t) => t.process('started').position('reset', 0).step().record('e1').fetch(0).step().process('crashed'),
    verdict: holds,
  },
  {
    what: 'latest: holds while somebody lives whose position is not past the record',
    world: reset('latest'),
    trace: (t) => t.process('started').position('reset', 0).step().record('e1'),
    verdict: holds,
  },
  {
    what: 'latest: holds after a seek back to the record',
    world: reset('latest'),
    trace: (t) => t.step().record('e1').step().process('started').position('reset', 1).step().position('seek', 0),
    verdict: holds,
  },
  {
    what: 'latest: is violated after a crash and a restart, which begins at the end',
    world: reset('latest'),
    trace: (t) =>
      t
        .process('started')
        .position('reset', 0)
        .step()
        .record('e1')
        .step()
        .process('crashed')
        .step()
        .process('started')
        .position('reset', 1),
    verdict: violated(passedByReset(3, 'e1', { committed: '-', reset: 'latest' })),
  },
  {
    what: 'latest: is violated by the crash itself, with which the only position is lost',
    world: reset('latest'),
    trace: (t) => t.process('started').position('reset', 0).step().record('e1').step().process('crashed').step(),
    verdict: violated(passedByReset(2, 'e1', { committed: '-', reset: 'latest' })),
  },
  {
    what: 'latest: is violated once the living position is past the record without an effect',
    world: reset('latest'),
    trace: (t) => t.process('started').position('reset', 0).step().record('e1').step().fetch(0).step(),
    verdict: violated(passedByReset(2, 'e1', { committed: '-', reset: 'latest' })),
  },
  {
    what: 'latest: a fetch whose answer was lost moves no position',
    world: reset('latest'),
    trace: (t) =>
      t
        .process('started')
        .position('reset', 0)
        .step()
        .record('e1')
        .step()
        .call('fetch', {
          client: 'no-reply',
          result: { kind: 'record', record: { topic, partition: 1, offset: 0, event: 'e1' } },
        }),
    verdict: holds,
  },
  {
    what: 'by_duration: holds while the record is young enough',
    world: reset('by_duration:PT1H'),
    trace: (t) => t.step().record('e1').step().clock(3_600_000),
    verdict: holds,
  },
  {
    what: 'by_duration: is violated by the clock, once a restart would begin after the record',
    world: reset('by_duration:PT1H'),
    trace: (t) => t.step().record('e1').step().clock(3_600_001).step(),
    verdict: violated(passedByReset(2, 'e1', { committed: '-', reset: 'by_duration:PT1H' })),
  },
  {
    what: 'none: holds where a seek has given somebody a position',
    world: reset('none'),
    trace: (t) => t.step().record('e1').process('started').position('seek', 0),
    verdict: holds,
  },
];

const beforePublish = (step: number, event: string): Evidence => ({
  code: 'lost-before-publish',
  step,
  args: { event, table: 'tickets.outbox' },
});

const sources: readonly TraceCase[] = [
  { what: 'holds for a pending row', trace: (t) => t.step().insert('tickets.outbox', 'e1', null), verdict: holds },
  {
    what: 'holds for an event behind the offset whose row is still pending: the relay publishes it again',
    trace: (t) => t.step().insert('tickets.outbox', 'e1', null).record('e1').commit(1),
    verdict: holds,
  },
  {
    what: 'is violated by a published row without a record, at the step that marked it',
    trace: (t) =>
      t
        .step()
        .insert('tickets.outbox', 'e1', null)
        .step()
        .rows('tickets', {
          table: 'outbox',
          kind: 'update',
          before: ['e1', null],
          after: ['e1', '2026-10-03 09:00:00+00'],
        }),
    verdict: violated(beforePublish(2, 'e1')),
  },
  {
    what: 'leaves a published row with a record to the groups',
    trace: (t) => t.step().insert('tickets.outbox', 'e1', '2026-10-03 09:00:00+00').record('e1').step().commit(1),
    verdict: violated(behind(2, 'e1')),
  },
  {
    what: 'judges rows one by one: a pending row does not speak for a published one',
    trace: (t) =>
      t.step().insert('tickets.outbox', 'e1', null).insert('tickets.outbox', 'e2', '2026-10-03 09:00:00+00'),
    verdict: violated(beforePublish(1, 'e2')),
  },
];

const withoutPending: TableInfo = {
  name: 'outbox',
  columns: ['event_id'],
  binding: { table: 'outbox', role: 'source', eventColumn: 'event_id' },
};
const pollless: WorldFields = {
  databases: [historyDatabase('history'), { name: 'tickets', tables: [withoutPending] }],
};
const neverPublished = (step: number, event: string): Evidence => ({
  code: 'never-published',
  step,
  args: { event, table: 'tickets.outbox' },
});

const plainSources: readonly TraceCase[] = [
  {
    what: 'is violated by a row without a record: nothing says that it is still to be sent',
    world: pollless,
    trace: (t) => t.step().insert('tickets.outbox', 'e1').step(),
    verdict: violated(neverPublished(1, 'e1')),
  },
  {
    what: 'is violated by a row that is gone without a record',
    world: pollless,
    trace: (t) => t.step().insert('tickets.outbox', 'e1').step().delete('tickets.outbox', 'e1'),
    verdict: violated({ ...neverPublished(2, 'e1'), code: 'lost-before-publish' }),
  },
  {
    what: 'holds once a record carries the event',
    world: pollless,
    trace: (t) => t.step().insert('tickets.outbox', 'e1').step().record('e1'),
    verdict: holds,
  },
  {
    what: 'leaves a row with a record to the groups',
    world: pollless,
    trace: (t) => t.step().insert('tickets.outbox', 'e1').record('e1').step().commit(1),
    verdict: violated(behind(2, 'e1')),
  },
];

const gone = (step: number, event: string, offset = 0, committed = '-', policy = 'earliest'): Evidence => ({
  ...behind(step, event, { committed, reset: policy }, offset),
  code: 'lost-with-record',
});
const withoutPosition = (step: number, event: string, committed: string, offset = 0): Evidence => ({
  ...behind(step, event, { committed, reset: 'none' }, offset),
  code: 'lost-without-position',
});

const shrinking: readonly TraceCase[] = [
  {
    what: 'is violated by a record that is deleted before it was handled, at the step that deleted it',
    trace: (t) => t.step().record('e1').record('e2').step().logStart(1).step(),
    verdict: violated(gone(2, 'e1')),
  },
  {
    what: 'is violated by it also while somebody stands before the record',
    trace: (t) => t.process('started').position('reset', 0).step().record('e1').step().logStart(1).step(),
    verdict: violated(gone(2, 'e1')),
  },
  {
    what: 'is violated by it also where the group has committed',
    trace: (t) => t.commit(0, { process: null }).step().record('e1').record('e2').step().logStart(1).step(),
    verdict: violated(gone(2, 'e1', 0, '0')),
  },
  {
    what: 'names the commit where the record was lost before it was deleted',
    trace: (t) => t.step().record('e1').step().commit(1).step().logStart(1).step(),
    verdict: violated(behind(2, 'e1')),
  },
  {
    what: 'holds where what is deleted was handled',
    trace: (t) => t.step().record('e1').pair('e1').step().logStart(1),
    verdict: holds,
  },
  {
    what: 'holds while another record of the event is left',
    trace: (t) => t.step().record('e1').record('e1').step().logStart(1),
    verdict: holds,
  },
  {
    what: 'is violated where the committed offset is deleted too and none refuses to choose',
    world: reset('none'),
    trace: (t) => t.commit(0, { process: null }).step().record('e1').record('e2').step().logStart(1).step(),
    verdict: violated(gone(2, 'e1', 0, '0', 'none'), withoutPosition(2, 'e2', '0', 1)),
  },
  {
    what: 'is violated where the committed offset expires and latest goes past what is unread',
    world: reset('latest'),
    trace: (t) =>
      t
        .commit(0, { process: null })
        .step()
        .record('e1')
        .step()
        .add({ kind: 'offset-expired', group: 'history', topic, partition: 1, offset: 0 })
        .step(),
    verdict: violated(passedByReset(2, 'e1', { committed: '-', reset: 'latest' })),
  },
  {
    what: 'is violated by a record that a new leader does not have, at the step of the change',
    trace: (t) => t.step().record('e1').record('e2').pair('e1').step().truncated(1).step(),
    verdict: violated(gone(2, 'e2', 1)),
  },
  {
    what: 'holds where the record comes again after a change of the leader',
    trace: (t) => t.step().record('e1').step().truncated(0).step().record('e1'),
    verdict: holds,
  },
  {
    what: 'holds for what was applied before a new leader lost it, whatever the source says',
    trace: (t) =>
      t.step().insert('tickets.outbox', 'e1', '2026-10-03 09:00:00+00').record('e1').pair('e1').step().truncated(0),
    verdict: holds,
  },
  {
    what: 'holds for a row that is still pending when a new leader loses its record',
    trace: (t) => t.step().insert('tickets.outbox', 'e1', null).record('e1').step().truncated(0),
    verdict: holds,
  },
  {
    what: 'is violated once for a published row whose record a new leader does not have',
    trace: (t) =>
      t.step().insert('tickets.outbox', 'e1', '2026-10-03 09:00:00+00').record('e1').step().truncated(0).step(),
    verdict: violated(gone(2, 'e1')),
  },
  {
    what: 'is violated by an offset that a change of the leader leaves beyond the log end, where latest goes past',
    world: reset('latest'),
    trace: (t) =>
      t.step().record('e1').record('e2').pair('e1').pair('e2').commit(2).step().truncated(1).step().record('e3').step(),
    verdict: violated(behind(3, 'e3', { committed: '2', reset: 'latest' }, 1)),
  },
];

const shared: DatabaseInfo = {
  name: 'shared',
  tables: [
    {
      name: 'history_events',
      columns: ['event_id'],
      binding: { table: 'history_events', role: 'effect', eventColumn: 'event_id', group: 'history' },
    },
    {
      name: 'audit_events',
      columns: ['event_id'],
      binding: { table: 'audit_events', role: 'effect', eventColumn: 'event_id', group: 'audit' },
    },
  ],
};
const oneDatabase: WorldFields = {
  databases: [shared],
  groups: [group('history'), group('audit')],
  processes: [consumer('history', { database: 'shared' }), consumer('audit', { database: 'shared' })],
};

const bound: readonly TraceCase[] = [
  {
    what: 'holds where each group has its own row',
    world: oneDatabase,
    trace: (t) =>
      t
        .step()
        .record('e1')
        .insert('shared.history_events', 'e1')
        .insert('shared.audit_events', 'e1')
        .commit(1)
        .commit(1, { process: 'audit' }),
    verdict: holds,
  },
  {
    what: 'does not take the row of one group for the work of the other',
    world: oneDatabase,
    trace: (t) =>
      t.step().record('e1').insert('shared.history_events', 'e1').commit(1).step().commit(1, { process: 'audit' }),
    verdict: violated(behind(2, 'e1', { group: 'audit' })),
  },
  {
    what: 'judges an actor that reads for a group like a process',
    world: {
      ...oneDatabase,
      processes: [consumer('history', { program: null, variant: null, database: 'shared', claims: [] })],
    },
    trace: (t) => t.step().record('e1').insert('shared.audit_events', 'e1').step().commit(1),
    verdict: violated(behind(2, 'e1')),
  },
];

const unmarked: WorldFields = {
  databases: [
    historyDatabase('history'),
    {
      name: 'tickets',
      tables: [
        {
          name: 'outbox',
          columns: ['event_id'],
          binding: { table: 'outbox', role: 'source', eventColumn: 'event_id' },
        },
      ],
    },
  ],
};

const deleted: readonly TraceCase[] = [
  {
    what: 'is violated by a pending row without a record, at the step that deleted it',
    trace: (t) => t.step().insert('tickets.outbox', 'e1', null).step().delete('tickets.outbox', 'e1', null),
    verdict: violated(beforePublish(2, 'e1')),
  },
  {
    what: 'holds for a row that was deleted after its record had come',
    trace: (t) =>
      t.step().insert('tickets.outbox', 'e1', null).record('e1').step().delete('tickets.outbox', 'e1', null),
    verdict: holds,
  },
  {
    what: 'is violated by what TRUNCATE took before it was published, at its step, and not by what was gone before',
    world: unmarked,
    trace: (t) =>
      t
        .step()
        .insert('tickets.outbox', 'e1')
        .insert('tickets.outbox', 'e2')
        .step()
        .delete('tickets.outbox', 'e1')
        .step()
        .truncate('tickets.outbox')
        .insert('tickets.outbox', 'e3'),
    verdict: violated(beforePublish(2, 'e1'), beforePublish(3, 'e2'), {
      ...beforePublish(3, 'e3'),
      code: 'never-published',
    }),
  },
  {
    what: 'tells a row that nobody has published from one that is gone, where no row is ever marked',
    world: unmarked,
    trace: (t) =>
      t.step().insert('tickets.outbox', 'e1').insert('tickets.outbox', 'e2').step().delete('tickets.outbox', 'e1'),
    verdict: violated(beforePublish(2, 'e1'), { ...beforePublish(1, 'e2'), code: 'never-published' }),
  },
];

const twoGroups: WorldFields = {
  databases: [historyDatabase('history'), historyDatabase('audit')],
  groups: [group('history'), group('audit')],
  processes: [consumer('history'), consumer('audit')],
};

const groups: readonly TraceCase[] = [
  {
    what: 'several are judged apart: what one has applied, another may have lost',
    world: twoGroups,
    trace: (t) => t.step().record('e1').pair('e1').commit(1).step().commit(1, { process: 'audit' }),
    verdict: violated(behind(2, 'e1', { group: 'audit' })),
  },
  {
    what: 'several are judged apart: what one has passed, another may still read',
    world: twoGroups,
    trace: (t) => t.step().record('e1').step().commit(1),
    verdict: violated(behind(2, 'e1')),
  },
  {
    what: 'nobody reads for are not judged',
    world: { ...twoGroups, processes: [consumer('history')] },
    trace: (t) => t.step().record('e1').pair('e1').commit(1).commit(1, { process: null, group: 'audit' }),
    verdict: holds,
  },
  {
    what: 'without a table of effects are not judged',
    world: { databases: [{ name: 'history', tables: [table('inbox', 'marker')] }] },
    trace: (t) => t.step().record('e1').commit(1),
    verdict: notExercised,
  },
  {
    what: 'are judged by the records of their own topic',
    world: {
      topics: [
        { name: topic, partitions: 3 },
        { name: 'other', partitions: 3 },
      ],
    },
    trace: (t) => t.step().record('e1', { topic: 'other' }).commit(1),
    verdict: notExercised,
  },
];

describe.each([
  ['no-lost-event', offsets],
  ['no-lost-event where nothing is committed,', uncommitted],
  ['no-lost-event for rows of a source', sources],
  ['no-lost-event for rows of a source that does not say what is pending', plainSources],
  ['no-lost-event where the log loses records', shrinking],
  ['no-lost-event where roles are bound to groups', bound],
  ['no-lost-event for rows that a relay deletes', deleted],
  ['no-lost-event for groups that', groups],
])('%s', (_, cases) => {
  test.each(judged('no-lost-event', cases))('%s', (_what, judge) => {
    const [said, verdict] = judge();
    expect(said).toEqual(verdict);
  });
});
