import { describe, expect, test } from 'vitest';
import { present } from '../../src/base/assert.js';
import type { Outcome } from '../../src/model/names.js';
import {
  type ConsumerDesign,
  consumeOnce,
  newConsumerMemory,
  type OnUnknown,
} from '../../src/programs/history/consumer.js';
import { historyVariants } from '../../src/programs/history/variants.js';
import { type ConsumedRecord, KafkaError } from '../../src/programs/ports.js';
import { consumed, fakePorts, type PortScript, topic } from '../support/fake-ports.js';

const right = present(
  historyVariants.find(({ name }) => name === 'inbox'),
  'inbox',
).design;

/** Lets one life of a consumer take `units` units of work, one for each fetch unless said. */
async function consume(
  script: PortScript,
  { design = right, onUnknown = 'continue' as OnUnknown, units = script.fetches.length } = {},
) {
  const { ports, calls, conclusions } = fakePorts(script);
  const memory = newConsumerMemory();
  const ends: string[] = [];
  for (let unit = 0; unit < units; unit++) ends.push(await consumeOnce(ports, memory, design, onUnknown));
  return { calls, conclusions, ends };
}

/** A design whose handler concludes what it is told, one delivery after another, without a database. */
function concluding(outcomes: readonly Outcome[], design: ConsumerDesign = right): ConsumerDesign {
  const left = [...outcomes];
  return {
    ...design,
    handle: async () => {
      const outcome = present(left.shift(), 'outcome');
      return outcome === 'unknown' ? { outcome, error: new Error('no reply') } : { outcome };
    },
  };
}

/** The offsets that were sent to be committed, as `partition@offset`. */
function commits(calls: readonly string[]): string[] {
  return calls.filter((call) => call.startsWith('commit-offset')).map((call) => call.replace(/^.*-/, ''));
}

const at = (offset: number) => `${topic}-1@${offset}`;

describe('one record', () => {
  test('is fetched, handled in the database, concluded, and only then is its offset committed', async () => {
    expect(await consume({ fetches: [consumed(0)] })).toEqual({
      calls: [
        'fetch',
        ...['begin', 'tryInbox', 'saveHistory', 'commit'],
        'conclude 0 applied',
        `commit-offset ${at(1)}`,
      ],
      conclusions: [{ offset: 0, outcome: 'applied', error: undefined }],
      ends: ['handled'],
    });
  });

  test('that is known already moves the offset as well', async () => {
    expect(await consume({ fetches: [consumed(4)], isNew: false })).toEqual({
      calls: ['fetch', 'begin', 'tryInbox', 'rollback', 'conclude 4 already-applied', `commit-offset ${at(5)}`],
      conclusions: [{ offset: 4, outcome: 'already-applied', error: undefined }],
      ends: ['handled'],
    });
  });

  test('that ends unknown hands on the very error and moves no offset', async () => {
    const value = new Error('no reply');
    const { calls, conclusions } = await consume({
      fetches: [consumed(0)],
      sqlFailure: { call: 'commit', value },
    });
    expect(calls).toEqual(['fetch', 'begin', 'tryInbox', 'saveHistory', 'commit', 'rollback', 'conclude 0 unknown']);
    expect(conclusions).toEqual([{ offset: 0, outcome: 'unknown', error: value }]);
    expect(conclusions[0]?.error).toBe(value);
  });

  test.each([
    ['null', null, new Error('the value is not a JSON object')],
    ['without an event id', '{}', new Error('the value has no text "event_id"')],
  ])('whose value is %s ends unknown without a call to the database', async (_, value, error) => {
    expect(await consume({ fetches: [consumed(0, { value })] })).toEqual({
      calls: ['fetch', 'conclude 0 unknown'],
      conclusions: [{ offset: 0, outcome: 'unknown', error }],
      ends: ['handled'],
    });
  });
});

describe('a fetch', () => {
  test.each([
    ['gives nothing', null],
    ['fails', new KafkaError('TOPIC_AUTHORIZATION_FAILED', 'injected')],
  ])('that %s leaves the unit idle, and the next unit fetches again', async (_, nothing) => {
    const { calls, ends } = await consume({ fetches: [nothing, consumed(0)] }, { design: concluding(['applied']) });
    expect(ends).toEqual(['idle', 'handled']);
    expect(calls).toEqual(['fetch', 'fetch', 'conclude 0 applied', `commit-offset ${at(1)}`]);
  });
});

interface Lesson {
  readonly what: string;
  /** Records in the order in which they come, each with what it ends in. */
  readonly deliveries: readonly (readonly [record: ConsumedRecord, outcome: Outcome])[];
  readonly design?: Partial<ConsumerDesign>;
  readonly failingCommits?: readonly number[];
  readonly committed: readonly string[];
}

const lessons: readonly Lesson[] = [
  {
    what: 'each resolved record in turn',
    deliveries: [
      [consumed(3), 'applied'],
      [consumed(4), 'already-applied'],
    ],
    committed: ['1@4', '1@5'],
  },
  {
    what: 'nothing over an unknown record, however many later ones are resolved',
    deliveries: [
      [consumed(0), 'unknown'],
      [consumed(1), 'applied'],
      [consumed(2), 'already-applied'],
    ],
    committed: [],
  },
  {
    what: 'everything that waited as soon as the unknown record is resolved, in one commit',
    deliveries: [
      [consumed(0), 'unknown'],
      [consumed(1), 'applied'],
      [consumed(0), 'already-applied'],
    ],
    committed: ['1@2'],
  },
  {
    what: 'each partition by itself',
    deliveries: [
      [consumed(0), 'unknown'],
      [consumed(0, { partition: 2 }), 'applied'],
      [consumed(1), 'applied'],
      [consumed(1, { partition: 2 }), 'applied'],
    ],
    committed: ['2@1', '2@2'],
  },
  {
    what: 'nothing twice for a record that comes again',
    deliveries: [
      [consumed(0), 'applied'],
      [consumed(0), 'already-applied'],
      [consumed(1), 'applied'],
    ],
    committed: ['1@1', '1@2'],
  },
  {
    what: 'over a leap forward, from where it goes on',
    deliveries: [
      [consumed(0), 'applied'],
      [consumed(5), 'applied'],
    ],
    committed: ['1@1', '1@6'],
  },
  {
    what: 'nothing past an unknown record, a leap forward or not',
    deliveries: [
      [consumed(0), 'unknown'],
      [consumed(5), 'applied'],
    ],
    committed: [],
  },
  {
    what: 'past an unknown record that retention has taken away',
    deliveries: [
      [consumed(0), 'unknown'],
      [consumed(1, { logStart: 1 }), 'applied'],
    ],
    committed: ['1@2'],
  },
  {
    what: 'again after a commit that failed, with the next record',
    deliveries: [
      [consumed(0), 'applied'],
      [consumed(1), 'applied'],
    ],
    failingCommits: [1],
    committed: ['1@1', '1@2'],
  },
  {
    // Reading began at 1, so 0 has never been resolved; once it is read and ends unknown, it holds what comes after it.
    what: 'nothing more over an unknown record that a seek has brought back from before where reading began',
    deliveries: [
      [consumed(1), 'applied'],
      [consumed(0), 'unknown'],
      [consumed(1), 'already-applied'],
      [consumed(2), 'applied'],
    ],
    committed: ['1@2'],
  },
  {
    what: '(rule `highest`) past the highest resolved record, over an unknown one',
    design: { checkpoint: 'highest' },
    deliveries: [
      [consumed(0), 'unknown'],
      [consumed(1), 'applied'],
      [consumed(2), 'unknown'],
    ],
    committed: ['1@2'],
  },
  {
    what: '(unknown resolves) past every record, whatever it ended in',
    design: { unknownResolves: true },
    deliveries: [
      [consumed(0), 'unknown'],
      [consumed(1), 'applied'],
    ],
    committed: ['1@1', '1@2'],
  },
];

test.each(lessons.map((row) => [row.what, row] as const))('the consumer commits %s', async (_, lesson) => {
  const { deliveries, failingCommits = [], committed } = lesson;
  const design = concluding(
    deliveries.map(([, outcome]) => outcome),
    { ...right, ...lesson.design },
  );
  const { calls, conclusions, ends } = await consume(
    { fetches: deliveries.map(([record]) => record), failingCommits },
    { design },
  );
  expect(commits(calls)).toEqual(committed);
  expect(conclusions.map(({ offset, outcome }) => [offset, outcome])).toEqual(
    deliveries.map(([{ offset }, outcome]) => [offset, outcome]),
  );
  expect(ends).toEqual(deliveries.map(() => 'handled'));
});

describe('committing before handling', () => {
  const early: ConsumerDesign = { ...right, commitOffset: 'before' };

  test('sends the offset before the database has seen the event, and never again', async () => {
    const { calls } = await consume({ fetches: [consumed(0)] }, { design: early });
    expect(calls).toEqual([
      'fetch',
      `commit-offset ${at(1)}`,
      ...['begin', 'tryInbox', 'saveHistory', 'commit'],
      'conclude 0 applied',
    ]);
  });

  test('goes on when that commit fails, and when the record ends unknown', async () => {
    const { calls, ends } = await consume(
      { fetches: [consumed(0), consumed(1)], failingCommits: [1] },
      { design: concluding(['unknown', 'applied'], early) },
    );
    expect(calls).toEqual([
      ...['fetch', `commit-offset ${at(1)}`, 'conclude 0 unknown'],
      ...['fetch', `commit-offset ${at(2)}`, 'conclude 1 applied'],
    ]);
    expect(ends).toEqual(['handled', 'handled']);
  });
});

describe('after unknown', () => {
  const deliveries: Record<OnUnknown, { calls: string[]; ends: string[] }> = {
    continue: {
      calls: ['fetch', 'conclude 0 unknown', 'fetch', 'conclude 1 applied'],
      ends: ['handled', 'handled'],
    },
    'seek-back': {
      calls: ['fetch', 'conclude 0 unknown', `seek ${at(0)}`, 'fetch', 'conclude 1 applied'],
      ends: ['handled', 'handled'],
    },
    stop: { calls: ['fetch', 'conclude 0 unknown'], ends: ['handled', 'stopped'] },
  };

  test.each(Object.keys(deliveries) as OnUnknown[])('the consumer does as told: %s', async (onUnknown) => {
    const { calls, ends } = await consume(
      { fetches: [consumed(0), consumed(1)] },
      { design: concluding(['unknown', 'applied']), onUnknown },
    );
    expect({ calls, ends }).toEqual(deliveries[onUnknown]);
  });

  test.each(['seek-back', 'stop'] as const)('%s concerns no record that is resolved', async (onUnknown) => {
    const { calls } = await consume(
      { fetches: [consumed(0), consumed(1)] },
      { design: concluding(['applied', 'already-applied']), onUnknown },
    );
    expect(calls).toEqual([
      ...['fetch', 'conclude 0 applied', `commit-offset ${at(1)}`],
      ...['fetch', 'conclude 1 already-applied', `commit-offset ${at(2)}`],
    ]);
  });

  test('a new life reads again', async () => {
    const design = concluding(['unknown', 'applied']);
    const first = fakePorts({ fetches: [consumed(0)] });
    await consumeOnce(first.ports, newConsumerMemory(), design, 'stop');
    const second = fakePorts({ fetches: [consumed(0)] });
    expect(await consumeOnce(second.ports, newConsumerMemory(), design, 'stop')).toBe('handled');
    expect(second.calls).toEqual(['fetch', 'conclude 0 applied', `commit-offset ${at(1)}`]);
  });
});
