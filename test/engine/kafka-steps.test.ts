import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { play } from '../support/play.js';
import { openServer } from '../support/server.js';
import { actorWorld, deeds, holdings, unmet } from '../support/story.js';

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

async function played(steps: string, more: Parameters<typeof actorWorld>[1] = {}) {
  const run = await play(server, actorWorld(steps, more));
  const { trace, world } = run;
  const records = [...world.partitions.values()].flat().flatMap((partition) => partition.records);
  return {
    run,
    deeds: deeds(trace),
    end: holdings(run),
    unmet: unmet(trace),
    records: records.map(({ record }) => record),
  };
}

const start = Date.UTC(2026, 9, 3, 9);

describe('produce', () => {
  test.each([
    ['an event', 'e1', { partition: 0, key: 'k', value: '{"event_id":"e1"}' }],
    ['a record written out', '{topic: t, key: a, value: plain}', { partition: 0, key: 'a', value: 'plain' }],
    ['an event with another key', '{event: e1, key: a}', { partition: 0, key: 'a', value: '{"event_id":"e1"}' }],
    [
      'an event in another partition',
      '{event: e1, partition: 1}',
      { partition: 1, key: 'k', value: '{"event_id":"e1"}' },
    ],
    ['an event with another value', '{event: e1, value: v}', { partition: 0, key: 'k', value: 'v' }],
    ['a tombstone', '{topic: t, partition: 0, key: a, value: null}', { partition: 0, key: 'a', value: null }],
    ['a record without a key', '{topic: t, value: v}', { partition: 0, key: null, value: 'v' }],
    [
      'headers, in order, with a name twice and a null',
      '{topic: t, partition: 0, value: v, headers: [{a: x}, {b: null}, {a: "${cursor}"}]}',
      {
        partition: 0,
        key: null,
        value: 'v',
        headers: [
          ['a', 'x'],
          ['b', null],
          ['a', '0'],
        ],
      },
    ],
    [
      'a timestamp of its own',
      '{topic: t, partition: 0, value: v, timestamp: "2026-10-03T08:59:00Z"}',
      { partition: 0, key: null, value: 'v', timestamp: start - 60_000 },
    ],
    [
      'JSON with remembered values',
      '{topic: t, partition: "${cursor}", key: "k-${cursor}", value: {event_id: e9, n: 9, s: "${cursor}", none: "${nothing}", in: [1, "x${cursor}"]}}',
      { partition: 0, key: 'k-0', value: '{"event_id":"e9","n":9,"s":"0","none":null,"in":[1,"x0"]}' },
    ],
    [
      'a remembered null as the key',
      '{topic: t, partition: 0, key: "${nothing}", value: v}',
      { partition: 0, key: null, value: 'v' },
    ],
    ['unicode', '{topic: t, partition: 0, key: "ключ 🎫", value: "№"}', { partition: 0, key: 'ключ 🎫', value: '№' }],
  ])('%s', async (_, written, record) => {
    const { records, unmet } = await played(`  - A: {produce: ${written}}`);
    expect(records).toEqual([{ topic: 't', offset: 0, headers: [], timestamp: start, ...record }]);
    expect(unmet).toEqual([]);
  });

  test('remembers the record as it stands in the log', async () => {
    const { deeds } = await played(`
  - A: {produce: {topic: t, partition: 1, key: a, value: {event_id: e7, deep: {er: [x, 2]}}, headers: [{h: one}]}}
    as: sent
  - A: SELECT $1, $2, $3, $4, $5, $6, $7, $8
    params: ["\${sent.topic}", "\${sent.partition}", "\${sent.offset}", "\${sent.key}", "\${sent.event}", "\${sent.value.deep.er}", "\${sent.headers.h}", "\${sent.first.value}"]`);
    expect(deeds).toEqual([
      'A produce ok/done t-1@0 e7',
      `A sql ok/done SELECT 1 ${JSON.stringify([['t', '1', '0', 'a', 'e7', '["x",2]', 'one', '{"event_id":"e7","deep":{"er":["x",2]}}']])}`,
    ]);
  });

  test.each(['${sent.value.nope}', '${sent.headers.nope}', '${sent.nope}', '${sent}', '${sent.1.key}'])(
    '%s is no value',
    async (expression) => {
      const { deeds } = await played(`  - A: {produce: e1}\n    as: sent\n  - A: SELECT ${expression}`);
      expect(deeds).toEqual(['A produce ok/done t-0@0 e1', `skipped: no-value ${expression}`]);
    },
  );

  test('makes many that differ in key and event', async () => {
    const { deeds, end } = await played(
      '  - A: {produce: {event: e1, count: 3}}\n    as: sent\n  - A: SELECT ${sent.last.key}',
    );
    expect(deeds).toEqual([
      'A produce ok/done t-0@0 e1-1',
      'A produce ok/done t-0@1 e1-2',
      'A produce ok/done t-0@2 e1-3',
      'A sql ok/done SELECT 1 [["k-3"]]',
    ]);
    expect(end).toEqual({
      't-0': ['0 k-1 {"event_id":"e1-1"}', '1 k-2 {"event_id":"e1-2"}', '2 k-3 {"event_id":"e1-3"}'],
    });
  });

  test.each([
    ['crash-before', ['ok/done t-0@0 e1-1', 'crashed/nothing'], 1],
    ['crash-after', ['ok/done t-0@0 e1-1', 'crashed/done'], 2],
    ['lost-request', ['ok/done t-0@0 e1-1', 'no-reply/nothing REQUEST_TIMED_OUT', 'ok/done t-0@1 e1-3'], 2],
    ['lost-reply', ['ok/done t-0@0 e1-1', 'no-reply/done REQUEST_TIMED_OUT', 'ok/done t-0@2 e1-3'], 3],
    [
      'error: NOT_ENOUGH_REPLICAS',
      ['ok/done t-0@0 e1-1', 'error/refused NOT_ENOUGH_REPLICAS', 'ok/done t-0@1 e1-3'],
      2,
    ],
  ])('of many meets %s at the second', async (fault, lines, count) => {
    const planned = fault.includes(':') ? `{${fault}, occurrence: 2}` : `{kind: ${fault}, occurrence: 2}`;
    const { deeds, records, unmet } = await played(`  - A: {produce: {event: e1, count: 3}}\n    fault: ${planned}`);
    expect(deeds).toEqual(lines.map((line) => `A produce ${line}`));
    expect(records.length).toBe(count);
    expect(unmet).toEqual([]);
  });

  test('is refused by the producer where the topic has no such partition', async () => {
    const { deeds, end, unmet } = await played(`
  - A: {produce: {topic: t, partition: "\${cursor}7", value: v}}
    expect: {error: UNKNOWN_TOPIC_OR_PARTITION, client: not-sent, server: nothing}
  - A: {produce: {topic: t, partition: "\${cursor}7", value: v}}`);
    expect(deeds).toEqual([
      'A produce not-sent/nothing UNKNOWN_TOPIC_OR_PARTITION',
      'A produce not-sent/nothing UNKNOWN_TOPIC_OR_PARTITION',
    ]);
    expect(end).toEqual({});
    expect(unmet).toEqual(['error: - / UNKNOWN_TOPIC_OR_PARTITION']);
  });
});

/** A producer that does not number what it sends, so that what overtakes is not refused. */
const plain = { actors: '  W: {producer: {acks: "1"}}' };

describe('a produce that is delayed', () => {
  test('arrives after later ones of a producer that numbers nothing', async () => {
    const { deeds, end, unmet } = await played(
      `
  - W: {produce: e1}
    fault: {delay: late}
    as: sent
  - W: {produce: e2}
  - say: now
    label: late
  - W: {produce: {topic: t, partition: 1, key: "\${sent.offset}", value: v}}`,
      plain,
    );
    expect(deeds).toEqual([
      'W produce waiting/pending',
      'W produce ok/done t-0@0 e2',
      'W produce ok/done late t-0@1 e1',
      'W produce ok/done t-1@0 null',
    ]);
    expect(end).toEqual({ 't-0': ['0 k {"event_id":"e2"}', '1 k {"event_id":"e1"}'], 't-1': ['0 1 v'] });
    expect(unmet).toEqual([]);
  });

  test('arrives also when its sender has died', async () => {
    const { deeds, end } = await played(
      '  - W: {produce: e1}\n    fault: {delay: 5s}\n  - crash: W\n  - advance: 1m',
      plain,
    );
    expect(deeds).toEqual(['W produce waiting/pending', 'W produce crashed/done late']);
    expect(end).toEqual({ 't-0': ['0 k {"event_id":"e1"}'] });
  });

  test('breaks the order of a key, by a message for each key', async () => {
    const { run } = await played(
      '  - W: {produce: e1}\n    fault: {delay: late}\n  - W: {produce: e2}\n  - say: now\n    label: late\nend: {violates: [key-order]}',
      { ...plain, rest: 'invariants: [key-order]' },
    );
    expect(run.invariants.map(({ verdict, evidence }) => [verdict, evidence])).toEqual([
      [
        'violated',
        [{ code: 'later-before-earlier', step: 3, args: { event: 'e1', later: 'e2', key: 'k', where: 't' } }],
      ],
    ]);
    expect(run.verdict).toBe('as-announced');
  });
});

describe('a producer that numbers what it sends', () => {
  test('goes on after a request that was lost for good', async () => {
    const { deeds } = await played(`
  - A: {produce: e1}
  - A: {produce: e2}
    fault: lost-request
  - A: {produce: e2}
  - A: {produce: e1}
    fault: lost-reply
  - A: {produce: e2}`);
    expect(deeds).toEqual([
      'A produce ok/done t-0@0 e1',
      'A produce no-reply/nothing REQUEST_TIMED_OUT',
      'A produce ok/done t-0@1 e2',
      'A produce no-reply/done REQUEST_TIMED_OUT',
      'A produce ok/done t-0@3 e2',
    ]);
  });

  test('goes on after one that was overtaken was refused', async () => {
    const { deeds } = await played(`
  - A: {produce: e1}
  - A: {produce: e1}
    fault: {delay: late}
  - A: {produce: e2}
    expect: {error: OUT_OF_ORDER_SEQUENCE_NUMBER}
  - say: now
    label: late
  - A: {produce: e2}`);
    expect(deeds.slice(1)).toEqual([
      'A produce waiting/pending',
      'A produce error/refused OUT_OF_ORDER_SEQUENCE_NUMBER',
      'A produce ok/done late t-0@1 e1',
      'A produce ok/done t-0@2 e2',
    ]);
  });

  test('goes on after the broker was away', async () => {
    const { deeds } = await played(`
  - A: {produce: e1}
  - broker: down
  - A: {produce: e2}
    expect: {error: REQUEST_TIMED_OUT}
  - broker: up
  - A: {produce: e2}`);
    expect(deeds).toEqual([
      'A produce ok/done t-0@0 e1',
      'A produce no-reply/nothing REQUEST_TIMED_OUT',
      'A produce ok/done t-0@1 e2',
    ]);
  });

  test('goes on after the broker refused one', async () => {
    const { deeds } = await played(`
  - A: {produce: e1}
  - broker: {refuse: {event: e2, error: MESSAGE_TOO_LARGE}}
  - A: {produce: e2}
    expect: {error: MESSAGE_TOO_LARGE}
  - broker: {accept: {event: e2}}
  - A: {produce: e2}`);
    expect(deeds).toEqual([
      'A produce ok/done t-0@0 e1',
      'A produce error/refused MESSAGE_TOO_LARGE',
      'A produce ok/done t-0@1 e2',
    ]);
  });
});

describe('a topic whose followers do not follow', () => {
  const paused = '  - broker: {pause-replication: t}\n';

  test('gives no answer to acks=all, hands the record to nobody, and answers again when they do', async () => {
    const { deeds, end, unmet } = await played(`${paused}  - A: {produce: e1}
    expect: {error: REQUEST_TIMED_OUT, client: no-reply, server: done}
  - A: fetch
  - broker: {resume-replication: t}
  - A: fetch
  - A: {produce: e2}`);
    expect(deeds).toEqual([
      'A produce no-reply/done REQUEST_TIMED_OUT',
      'A fetch ok/done nothing',
      'A fetch ok/done t-0@0 e1',
      'A produce ok/done t-0@1 e2',
    ]);
    expect([Object.keys(end), unmet]).toEqual([['t-0'], []]);
  });

  test('answers acks=1, and a new leader does not have the record', async () => {
    const { deeds, end } = await played(
      `${paused}  - W: {produce: e1}\n  - A: fetch\n  - broker: {fail-over: t}\n  - A: fetch\n  - W: {produce: e2}\n  - A: fetch`,
      plain,
    );
    expect(deeds).toEqual([
      'W produce ok/done t-0@0 e1',
      'A fetch ok/done nothing',
      'A fetch ok/done nothing',
      'W produce ok/done t-0@0 e2',
      'A fetch ok/done t-0@0 e2',
    ]);
    expect(end).toEqual({ 't-0': ['0 k {"event_id":"e2"}'] });
  });

  test('lets a producer that numbers go on after a fail-over', async () => {
    const { deeds } = await played(`  - A: {produce: e1}
${paused}  - A: {produce: e2}
    expect: {client: no-reply}
  - broker: {fail-over: t}
  - A: {produce: e2}`);
    expect(deeds.at(-1)).toBe('A produce ok/done t-0@1 e2');
  });
});

describe('a producer that waits for no answer', () => {
  const silent = { actors: '  W: {producer: {acks: "0"}}' };

  test('learns no offset, and of no refusal', async () => {
    const { deeds, end, unmet } = await played(
      `
  - W: {produce: e1}
    as: sent
  - W: {produce: {topic: t, partition: 1, key: "\${sent.offset}", value: v}}
  - broker: {refuse: {event: e2, error: NOT_ENOUGH_REPLICAS}}
  - W: {produce: e2}`,
      silent,
    );
    expect(deeds).toEqual([
      'W produce ok/done t-0@-1 e1',
      'W produce ok/done t-1@-1 null',
      'W produce ok/done nothing',
    ]);
    expect(end).toEqual({ 't-0': ['0 k {"event_id":"e1"}'], 't-1': ['0 -1 v'] });
    expect(unmet).toEqual([]);
  });
});

describe('enqueue', () => {
  const two = '  - W: {enqueue: e1}\n    as: first\n  - W: {enqueue: e2}\n    as: second\n';

  test('sends nothing by itself', async () => {
    const { deeds, end, run } = await played(two, plain);
    expect([deeds, end]).toEqual([[], {}]);
    expect(run.trace.filter(({ kind }) => kind === 'record-queued')).toEqual([
      { kind: 'record-queued', actor: 'W', topic: 't', partition: 0, key: 'k', event: 'e1' },
      { kind: 'record-queued', actor: 'W', topic: 't', partition: 0, key: 'k', event: 'e2' },
    ]);
  });

  test('is acked in any order', async () => {
    const { deeds, end } = await played(`${two}  - W: {ack: second}\n  - W: {ack: first}`, plain);
    expect(deeds).toEqual(['W produce ok/done t-0@0 e2', 'W produce ok/done t-0@1 e1']);
    expect(end).toEqual({ 't-0': ['0 k {"event_id":"e2"}', '1 k {"event_id":"e1"}'] });
  });

  test('is acked twice: a retry that appends again where nothing is numbered', async () => {
    const { deeds } = await played(`${two}  - W: {ack: first}\n    fault: lost-reply\n  - W: {ack: first}`, plain);
    expect(deeds).toEqual(['W produce no-reply/done REQUEST_TIMED_OUT', 'W produce ok/done t-0@1 e1']);
  });

  test('is acked twice: the broker knows the number, and appends nothing', async () => {
    const { deeds, end } = await played(
      '  - A: {enqueue: e1}\n    as: first\n  - A: {ack: first}\n    as: sent\n  - A: {ack: first}',
    );
    expect(deeds).toEqual(['A produce ok/done t-0@0 e1', 'A produce ok/done t-0@0 e1']);
    expect(end).toEqual({ 't-0': ['0 k {"event_id":"e1"}'] });
  });

  test('is given up: the client learns the error, the broker nothing', async () => {
    const { deeds, end, unmet } = await played(
      `${two}  - W: {nack: first}\n  - W: {nack: {record: second, error: MESSAGE_TOO_LARGE}}\n    expect: {error: MESSAGE_TOO_LARGE}`,
      plain,
    );
    expect(deeds).toEqual(['W produce error/nothing REQUEST_TIMED_OUT', 'W produce error/nothing MESSAGE_TOO_LARGE']);
    expect([end, unmet]).toEqual([{}, []]);
  });

  test('dies with its actor', async () => {
    const { deeds, end } = await played(
      `${two}  - crash: W\n  - restart: W\n  - W: {ack: first}\n  - W: {nack: second}`,
      plain,
    );
    expect(deeds).toEqual(['skipped: no-value first', 'skipped: no-value second']);
    expect(end).toEqual({});
  });

  test('of many is acked one by one', async () => {
    const { deeds } = await played(
      '  - W: {enqueue: {event: e1, count: 3}}\n    as: sent\n  - W: {ack: sent.last}\n  - W: {ack: sent.0}\n  - W: {nack: sent.1}',
      plain,
    );
    expect(deeds).toEqual([
      'W produce ok/done t-0@0 e1-3',
      'W produce ok/done t-0@1 e1-1',
      'W produce error/nothing REQUEST_TIMED_OUT',
    ]);
  });

  test('of many is remembered whole', async () => {
    const { deeds, run } = await played(
      '  - W: {enqueue: {event: e1, count: 3}}\n    as: sent\n  - W: {ack: sent}',
      plain,
    );
    expect(run.trace.filter(({ kind }) => kind === 'record-queued').length).toBe(3);
    expect(deeds).toEqual([0, 1, 2].map((offset) => `W produce ok/done t-0@${offset} e1-${offset + 1}`));
  });

  test('is refused where the topic has no such partition', async () => {
    const { deeds } = await played(
      '  - A: {enqueue: {topic: t, partition: "${cursor}7", value: v}}\n    as: first\n  - A: {ack: first}',
    );
    expect(deeds).toEqual(['skipped: refused UNKNOWN_TOPIC_OR_PARTITION', 'skipped: no-value first']);
  });
});

const log =
  '  - A: {produce: e1}\n  - A: {produce: e2}\n  - A: {produce: {topic: t, partition: 1, value: {event_id: e3}}}\n';

describe('fetch', () => {
  test.each([
    ['fetch', ['t-0@0 e1, t-0@1 e2, t-1@0 e3', 'nothing']],
    ['{fetch: 1}', ['t-0@0 e1', 't-1@0 e3', 't-0@1 e2', 'nothing']],
    ['{fetch: 2}', ['t-0@0 e1, t-0@1 e2', 't-1@0 e3']],
    ['{fetch: {partition: 0}}', ['t-0@0 e1, t-0@1 e2', 'nothing']],
    ['{fetch: {partition: 1, max: 1}}', ['t-1@0 e3', 'nothing']],
  ])('%s goes on from the position', async (fetch, answers) => {
    const { deeds, end } = await played(log + answers.map(() => `  - A: ${fetch}`).join('\n'));
    expect(deeds.slice(3)).toEqual(answers.map((answer) => `A fetch ok/done ${answer}`));
    expect(Object.keys(end)).toEqual(['t-0', 't-1']);
  });

  test.each([
    ['crash-before', ['crashed/nothing', 'skipped: dead A']],
    ['crash-after', ['crashed/done', 'skipped: dead A']],
    ['lost-request', ['no-reply/nothing', 'ok/done t-0@0 e1']],
    ['lost-reply', ['no-reply/done', 'ok/done t-0@0 e1']],
    ['{error: KAFKA_STORAGE_ERROR}', ['error/refused KAFKA_STORAGE_ERROR', 'ok/done t-0@0 e1']],
  ])('with %s moves no position', async (fault, lines) => {
    const { deeds } = await played(`${log}  - A: {fetch: 1}\n    fault: ${fault}\n  - A: {fetch: 1}`);
    expect(deeds.slice(3)).toEqual(lines.map((line) => (line.startsWith('skipped') ? line : `A fetch ${line}`)));
  });

  test('starts over where a crash has taken the position along', async () => {
    const { deeds } = await played(
      `${log}  - A: {fetch: 1}\n  - A: {commit-offset: {partition: 0, offset: 1}}\n  - A: fetch\n  - restart: A\n  - A: fetch`,
    );
    expect(deeds.slice(-2)).toEqual(['A fetch ok/done t-1@0 e3, t-0@1 e2', 'A fetch ok/done t-0@1 e2, t-1@0 e3']);
  });

  test('is for each record in SQL, and in what is concluded', async () => {
    const { deeds, end } = await played(`${log}  - A: fetch
    as: got
  - A: INSERT INTO notes VALUES (\${each.offset}::int + 10 * \${each.partition}::int, \${each.event})
    each: got
    concludes: applied
    fault: {error: "53300", occurrence: 2}`);
    expect(deeds.slice(4)).toEqual([
      'A sql ok/done INSERT 0 1',
      'A concludes applied t-0@0 e1',
      'A sql error/refused 53300',
      'A concludes applied t-0@1 e2',
      'A sql ok/done INSERT 0 1',
      'A concludes applied t-1@0 e3',
    ]);
    expect(end['db.notes']).toEqual([
      ['0', 'e1'],
      ['10', 'e3'],
    ]);
  });
});

describe('commit-offset', () => {
  test.each([
    ['{offset: 1, partition: 0}', ['0: 1'], { 'g t-0': 1 }],
    ['{offsets: {0: 2, 1: 1}}', ['0: 2', '1: 1'], { 'g t-0': 2, 'g t-1': 1 }],
    ['{offset: 0, partition: 0}', ['0: 0'], { 'g t-0': 0 }],
    ['{offset: 99, partition: 1}', ['1: 99'], { 'g t-1': 99 }],
    ['{offset: 1, partition: 0, metadata: "by hand"}', ['0: 1'], { 'g t-0': 1 }],
    ['{offset: "${cursor}", partition: "${cursor}"}', ['0: 0'], { 'g t-0': 0 }],
    ['{offset: "${got.last.offset}", partition: "${got.last.partition}"}', ['1: 0'], { 'g t-1': 0 }],
    ['{offset: "${got.last.next}", partition: "${got.last.partition}"}', ['1: 1'], { 'g t-1': 1 }],
  ])('%s', async (written, answers, committed) => {
    const { deeds, end } = await played(`${log}  - A: fetch\n    as: got\n  - A: {commit-offset: ${written}}`);
    expect(deeds.slice(4)).toEqual(answers.map((answer) => `A commit-offset ok/done ${answer}`));
    expect(Object.fromEntries(Object.entries(end).filter(([name]) => name.startsWith('g ')))).toEqual(committed);
  });

  test('overwrites blindly, backwards too', async () => {
    const { end } = await played(
      `${log}  - A: {commit-offset: {offset: 2, partition: 0}}\n  - A: {commit-offset: {offset: 1, partition: 0}}`,
    );
    expect(end['g t-0']).toBe(1);
  });

  test.each([
    ['{offset: -1, partition: 0}', 'A commit-offset not-sent/nothing IllegalArgumentException'],
    ['{offset: "-1${cursor}", partition: 0}', 'A commit-offset not-sent/nothing IllegalArgumentException'],
    ['{offset: 1, partition: "${cursor}7"}', 'A commit-offset error/refused UNKNOWN_TOPIC_OR_PARTITION'],
    ['{offset: "-1${cursor}", partition: 0, async: true}', 'A commit-offset not-sent/nothing IllegalArgumentException'],
  ])('%s is refused', async (written, line) => {
    const { deeds, end } = await played(`  - A: {commit-offset: ${written}}`);
    expect([deeds, end]).toEqual([[line], {}]);
  });

  test.each([
    ['crash-before', 'crashed/nothing', undefined],
    ['crash-after', 'crashed/done', 1],
    ['lost-request', 'no-reply/nothing REQUEST_TIMED_OUT', undefined],
    ['lost-reply', 'no-reply/done REQUEST_TIMED_OUT', 1],
    ['{error: NOT_COORDINATOR}', 'error/refused NOT_COORDINATOR', undefined],
  ])('with %s, waited for or not', async (fault, line, committed) => {
    for (const async of [false, true]) {
      const { deeds, end } = await played(
        `${log}  - A: {commit-offset: {offset: 1, partition: 0, async: ${async}}}\n    fault: ${fault}`,
      );
      expect([async, deeds.slice(3), end['g t-0']]).toEqual([async, [`A commit-offset ${line}`], committed]);
    }
  });

  test.each(['lost-request', '{error: NOT_COORDINATOR}'])(
    'without waiting, with %s, is not sent again by the next one',
    async (fault) => {
      for (const async of [false, true]) {
        const { run } = await played(
          `${log}  - A: {commit-offset: {offset: 1, partition: 0, async: true}}\n    fault: ${fault}\n  - A: {commit-offset: {offset: 1, partition: 1, async: ${async}}}`,
        );
        const committed = run.trace.filter((event) => event.kind === 'offset-committed');
        expect(committed.map(({ partition, offset }) => [partition, offset])).toEqual([[1, 1]]);
      }
    },
  );

  test('without waiting, to a broker that is away, is lost', async () => {
    const { run, deeds } = await played(`${log}  - broker: down
  - A: {commit-offset: {offset: 1, partition: 0, async: true}}
    expect: {error: REQUEST_TIMED_OUT}
  - broker: up
  - A: {commit-offset: {offset: 1, partition: 1}}`);
    expect(deeds.slice(3)).toEqual([
      'A commit-offset no-reply/nothing REQUEST_TIMED_OUT',
      'A commit-offset ok/done 1: 1',
    ]);
    const committed = run.trace.filter((event) => event.kind === 'offset-committed');
    expect(committed.map(({ partition, offset }) => [partition, offset])).toEqual([[1, 1]]);
  });

  test('without waiting and delayed, arrives before the next one of its consumer and not again', async () => {
    const { run, deeds, end } = await played(`${log}  - A: {commit-offset: {offset: 1, partition: 0, async: true}}
    fault: {delay: late}
  - A: {commit-offset: {offset: 2, partition: 0}}
  - say: now
    label: late`);
    expect(deeds.slice(3)).toEqual([
      'A commit-offset waiting/pending',
      'A commit-offset ok/done 0: 2',
      'A commit-offset ok/done late 0: 1',
    ]);
    const committed = run.trace.filter((event) => event.kind === 'offset-committed');
    expect(committed.map(({ previous, offset }) => [previous, offset])).toEqual([
      [null, 1],
      [1, 2],
    ]);
    expect(end['g t-0']).toBe(2);
  });

  test('waited for and delayed, arrives after the commit of the next life', async () => {
    const { deeds, end } = await played(`${log}  - A: {commit-offset: {offset: 1, partition: 0}}
    fault: {delay: late}
  - restart: A
  - A: {commit-offset: {offset: 2, partition: 0}}
  - say: now
    label: late`);
    expect(deeds.slice(3)).toEqual(
      ['A commit-offset waiting/pending', 'A commit-offset ok/done 0: 2', 'A commit-offset crashed/done late 0: 1'].map(
        (line) => line.replace(' late 0: 1', ' late'),
      ),
    );
    expect(end['g t-0']).toBe(1);
  });
});

describe('seek', () => {
  test.each([
    ['{partition: 0, offset: 1}', 't-0@1 e2, t-1@0 e3'],
    ['{partition: 1, offset: 1}', 't-0@0 e1, t-0@1 e2'],
    ['{partition: 0, offset: "${cursor}"}', 't-0@0 e1, t-0@1 e2, t-1@0 e3'],
    // Beyond the end nothing usable is there, and the reset policy leads back to the beginning.
    ['{partition: 0, offset: 99}', 't-0@0 e1, t-0@1 e2, t-1@0 e3'],
  ])('%s moves the position of the next fetch and commits nothing', async (written, answer) => {
    const { deeds, end } = await played(`${log}  - A: {seek: ${written}}\n  - A: fetch`);
    expect(deeds.slice(3)).toEqual([`A fetch ok/done ${answer}`]);
    expect(Object.keys(end)).toEqual(['t-0', 't-1']);
  });

  test.each([
    ['{partition: 0, offset: "-1${cursor}"}', 'skipped: refused IllegalArgumentException'],
    ['{partition: 0, offset: "${nothing}"}', 'skipped: no-value ${nothing}'],
  ])('%s cannot be done', async (written, line) => {
    const { run, deeds } = await played(`  - A: {seek: ${written}}`);
    expect(deeds).toEqual([line]);
    expect(run.verdict).toBe('inconclusive');
  });

  test('of a partition that a member has not been given cannot be done', async () => {
    const { deeds } = await played('  - M: {seek: {partition: 0, offset: 0}}', {
      actors: '  M: {group: g, subscribe: true}',
    });
    expect(deeds).toEqual(['skipped: refused IllegalStateException']);
  });
});

describe('effect', () => {
  test('belongs to the record that was fetched last, or to the event that it names, or to none', async () => {
    const { deeds, end } = await played(`${log}  - A: {effect: mail}
  - A: {fetch: 1}
  - A: {effect: mail}
  - A: {effect: {name: charge, event: "e-\${cursor}"}}
  - A: {effect: {name: mail, event: null}}`);
    expect(deeds.slice(3)).toEqual([
      'A effect ok/done',
      'A fetch ok/done t-0@0 e1',
      'A effect ok/done',
      'A effect ok/done',
      'A effect ok/done',
    ]);
    expect(end.ledger).toEqual(['A mail null', 'A mail e1', 'A charge e-0', 'A mail null']);
  });

  test.each([
    ['crash-before', ['crashed/nothing'], undefined],
    ['crash-after', ['crashed/done'], ['A mail x']],
    ['lost-request', ['no-reply/nothing NO_REPLY'], undefined],
    ['lost-reply', ['no-reply/done NO_REPLY'], ['A mail x']],
    ['{error: CARD_DECLINED}', ['error/refused CARD_DECLINED'], undefined],
    ['{delay: late}', ['waiting/pending', 'ok/done late'], ['A mail x']],
  ])('meets %s', async (fault, lines, ledger) => {
    const { deeds, end, unmet } = await played(
      `  - A: {effect: {name: mail, event: x}}\n    fault: ${fault}\n  - say: now\n    label: late`,
    );
    expect(deeds).toEqual(lines.map((line) => `A effect ${line}`));
    expect([end.ledger, unmet]).toEqual([ledger, []]);
  });

  test('under way happens also when its actor has died', async () => {
    const { deeds, end } = await played(
      '  - A: {effect: {name: mail, event: x}}\n    fault: {delay: 5s}\n  - crash: A\n  - advance: 1m',
    );
    expect(deeds).toEqual(['A effect waiting/pending', 'A effect crashed/done late']);
    expect(end.ledger).toEqual(['A mail x']);
  });

  test.each(['mail', '{name: mail, event: "${each.event}"}'])(
    '%s is for each record, and with a fault at the second',
    async (effect) => {
      const { deeds, end } = await played(`${log}  - A: fetch
    as: got
  - A: {effect: ${effect}}
    each: got
    fault: {kind: lost-request, occurrence: 2}`);
      expect(deeds.slice(4)).toEqual(['A effect ok/done', 'A effect no-reply/nothing NO_REPLY', 'A effect ok/done']);
      expect(end.ledger).toEqual(['A mail e1', 'A mail e3']);
    },
  );
});

describe('a broker that is away', () => {
  test('answers nobody, and has lost nothing when it is back', async () => {
    const { deeds, end, unmet } = await played(`${log}  - A: {fetch: 1}
  - broker: down
  - A: {produce: e1}
    expect: {error: REQUEST_TIMED_OUT, client: no-reply, server: nothing}
  - A: fetch
    expect: {client: no-reply}
  - A: {commit-offset: {offset: 1, partition: 0}}
    expect: {error: REQUEST_TIMED_OUT, client: no-reply, server: nothing}
  - A: SELECT 1
  - A: {effect: mail}
  - broker: up
  - A: fetch`);
    expect(deeds.slice(3)).toEqual([
      'A fetch ok/done t-0@0 e1',
      'A produce no-reply/nothing REQUEST_TIMED_OUT',
      'A fetch no-reply/nothing',
      'A commit-offset no-reply/nothing REQUEST_TIMED_OUT',
      'A sql ok/done SELECT 1 [["1"]]',
      'A effect ok/done',
      'A fetch ok/done t-1@0 e3, t-0@1 e2',
    ]);
    expect(end).toEqual({
      't-0': ['0 k {"event_id":"e1"}', '1 k {"event_id":"e2"}'],
      't-1': ['0 null {"event_id":"e3"}'],
      ledger: ['A mail e1'],
    });
    expect(unmet).toEqual([]);
  });

  test.each([
    ['crash-before', 'crashed/nothing'],
    ['crash-after', 'crashed/nothing REQUEST_TIMED_OUT'],
    ['lost-request', 'no-reply/nothing REQUEST_TIMED_OUT'],
    ['lost-reply', 'no-reply/nothing REQUEST_TIMED_OUT'],
    ['{error: NOT_ENOUGH_REPLICAS}', 'no-reply/nothing REQUEST_TIMED_OUT'],
  ])('does nothing either for a produce that meets %s', async (fault, line) => {
    const { deeds, end } = await played(`  - broker: down\n  - A: {produce: e1}\n    fault: ${fault}`);
    expect([deeds, end]).toEqual([[`A produce ${line}`], {}]);
  });

  test.each([
    ['W: {produce: e1}', 'W produce'],
    ['W: {commit-offset: {offset: 1, partition: 0}}', 'W commit-offset'],
    ['W: {commit-offset: {offset: 1, partition: 0, async: true}}', 'W commit-offset'],
  ])('gets nothing of what arrives meanwhile: %s', async (step, name) => {
    const { deeds, end } = await played(
      `  - ${step}\n    fault: {delay: late}\n  - broker: down\n  - say: now\n    label: late\n  - broker: up\n  - W: {commit-offset: {offset: 0, partition: 1}}`,
      { actors: '  W: {group: g, producer: {acks: "1"}}' },
    );
    expect(deeds).toEqual([
      `${name} waiting/pending`,
      `${name} no-reply/nothing REQUEST_TIMED_OUT late`,
      'W commit-offset ok/done 1: 0',
    ]);
    expect(end).toEqual({ 'g t-1': 0 });
  });

  test('gets what arrives when it is back', async () => {
    const { deeds, end } = await played(
      '  - broker: down\n  - W: {produce: e1}\n    fault: {delay: late}\n  - broker: up\n  - say: now\n    label: late',
      plain,
    );
    expect(deeds).toEqual(['W produce waiting/pending', 'W produce ok/done late t-0@0 e1']);
    expect(end).toEqual({ 't-0': ['0 k {"event_id":"e1"}'] });
  });
});

describe('a broker that refuses', () => {
  test('what is sent of one event, or to one topic, until it accepts it', async () => {
    const { deeds, end, unmet } = await played(`
  - broker: {refuse: {event: e1, error: NOT_ENOUGH_REPLICAS}}
  - A: {produce: e1}
    expect: {error: NOT_ENOUGH_REPLICAS, client: error, server: refused}
  - A: {produce: e2}
  - broker: {refuse: {topic: t, error: TOPIC_AUTHORIZATION_FAILED}}
  - A: {produce: e2}
    expect: {error: TOPIC_AUTHORIZATION_FAILED}
  - A: {produce: e1}
    expect: {error: NOT_ENOUGH_REPLICAS}
  - A: fetch
  - broker: {accept: {topic: t}}
  - broker: {accept: {event: e1}}
  - A: {produce: e1}`);
    expect(deeds).toEqual([
      'A produce error/refused NOT_ENOUGH_REPLICAS',
      'A produce ok/done t-0@0 e2',
      'A produce error/refused TOPIC_AUTHORIZATION_FAILED',
      'A produce error/refused NOT_ENOUGH_REPLICAS',
      'A fetch ok/done t-0@0 e2',
      'A produce ok/done t-0@1 e1',
    ]);
    expect(end).toEqual({ 't-0': ['0 k {"event_id":"e2"}', '1 k {"event_id":"e1"}'] });
    expect(unmet).toEqual([]);
  });
});

describe('the topic', () => {
  test('gets more partitions: no record moves, keys go elsewhere, whoever took all of them reads none of the new ones', async () => {
    const { deeds, end } = await played(`
  - A: {produce: {topic: t, key: b, value: {event_id: e1}}}
  - add-partitions: {topic: t, partitions: 5}
  - advance: 5min
  - A: {produce: {topic: t, key: b, value: {event_id: e2}}}
  - A: {produce: {topic: t, partition: 4, value: {event_id: e3}}}
  - A: fetch`);
    const where = deeds.slice(0, 3).map((line) => line.replace('A produce ok/done ', ''));
    expect(where).toEqual(['t-0@0 e1', 't-1@0 e2', 't-4@0 e3']);
    expect(deeds.at(-1)).toBe('A fetch ok/done t-0@0 e1, t-1@0 e2');
    expect(Object.keys(end)).toEqual(['t-0', 't-1', 't-4']);
  });

  test.each([
    ['before: 1', ['1 k {"event_id":"e2"}'], 't-0@1 e2'],
    ['before: 2', undefined, 'nothing'],
    ['before: end', undefined, 'nothing'],
    ['before: 0', ['0 k {"event_id":"e1"}', '1 k {"event_id":"e2"}'], 't-0@0 e1, t-0@1 e2'],
  ])('loses records: %s', async (before, records, answer) => {
    const { deeds, end } = await played(`
  - A: {produce: e1}
  - A: {produce: e2}
  - delete-records: {topic: t, partition: 0, ${before}}
  - A: fetch`);
    expect(deeds.slice(2)).toEqual([`A fetch ok/done ${answer}`]);
    expect(end['t-0']).toEqual(records);
  });

  test('cannot lose what is not there', async () => {
    const { deeds, run } = await played(
      '  - A: {produce: e1}\n  - delete-records: {topic: t, partition: 0, before: 5}',
    );
    expect(deeds.slice(1)).toEqual(['skipped: refused OFFSET_OUT_OF_RANGE']);
    expect(run.verdict).toBe('inconclusive');
  });
});

describe('what is done for each', () => {
  const rows = `  - A: SELECT n FROM generate_series(1, 3) AS n ORDER BY n
    as: rows
`;

  test('is remembered whole: rows', async () => {
    const { deeds } = await played(`${rows}  - A: SELECT \${each.n}::int * 10 AS ten
    each: rows
    as: tens
  - A: INSERT INTO notes VALUES (\${each.ten}::int, \${tens.last.ten})
    each: tens
  - A: SELECT id, note FROM notes ORDER BY id`);
    expect(deeds.at(-1)).toBe('A sql ok/done SELECT 3 [["10","30"],["20","30"],["30","30"]]');
  });

  test('is remembered whole: records', async () => {
    const { deeds } = await played(`${rows}  - A: {produce: {topic: t, partition: 0, key: "\${each.n}", value: v}}
    each: rows
    as: sent
  - A: SELECT \${each.key}::int
    each: sent
  - A: {produce: {topic: t, partition: 1, key: a, value: v, count: 2}}
    as: sent
  - A: SELECT \${sent.first.key}, \${sent.1.key}`);
    expect(deeds.slice(4, 7)).toEqual([1, 2, 3].map((n) => `A sql ok/done SELECT 1 [["${n}"]]`));
    expect(deeds.at(-1)).toBe('A sql ok/done SELECT 1 [["a-1","a-2"]]');
  });

  test('is remembered whole: queued records, which are then acknowledged one after another', async () => {
    const enqueue = `${rows}  - A: {enqueue: {topic: t, partition: 0, key: "\${each.n}", value: v}}
    each: rows
    as: sent
`;
    const acks = [1, 2, 3].map((n) => `A produce ok/done t-0@${n - 1} null`);
    expect((await played(`${enqueue}  - A: {ack: sent}`)).deeds.slice(1)).toEqual(acks);
    expect((await played(`${enqueue}  - A: {ack: sent}\n    each: sent`)).deeds.slice(1)).toEqual(acks);
    const counted = '  - A: {enqueue: {topic: t, partition: 0, value: v, count: 2}}\n    as: sent\n';
    expect((await played(`${counted}  - A: {ack: sent}`)).deeds).toEqual(acks.slice(0, 2));
    expect((await played(`${counted}  - A: {nack: {record: sent, error: REQUEST_TIMED_OUT}}`)).deeds).toHaveLength(2);
  });

  test('replaces what an earlier step had left under the name', async () => {
    const { deeds } = await played(`${rows}${rows}  - A: SELECT \${each.n}::int\n    each: rows`);
    expect(deeds).toHaveLength(5);
  });
});

describe('concludes', () => {
  test.each([
    ['the record that was fetched last', 'applied', 't-1@0 e3'],
    ['a record by its place', '{outcome: applied, record: "${got.first}"}', 't-0@0 e1'],
    ['a record by its number', '{outcome: applied, record: "${got.1}"}', 't-0@1 e2'],
    ['the last record', '{outcome: applied, record: "${got.last}"}', 't-1@0 e3'],
  ])('%s', async (_, concludes, record) => {
    const { deeds } = await played(`${log}  - A: fetch\n    as: got\n  - A: COMMIT\n    concludes: ${concludes}`);
    expect(deeds.slice(4)).toEqual(['A commit ok/done COMMIT', `A concludes applied ${record}`]);
  });

  test('from the fetch itself', async () => {
    const { deeds } = await played(
      `${log}  - A: {fetch: 1}\n    concludes: already-applied\n    expect: {outcome: already-applied}`,
    );
    expect(deeds.slice(3)).toEqual(['A fetch ok/done t-0@0 e1', 'A concludes already-applied t-0@0 e1']);
  });

  test.each([
    ['nothing was fetched', '  - A: fetch\n', 'applied'],
    ['the name has no record', '  - A: fetch\n    as: got\n', '{outcome: applied, record: "${got.first}"}'],
    ['the name is of a row', '  - A: SELECT 1\n    as: got\n', '{outcome: applied, record: "${got.first}"}'],
    [
      'the name is of several records',
      `${log}  - A: fetch\n    as: got\n`,
      '{outcome: applied, record: "${got.first.key}"}',
    ],
  ])('nothing where %s', async (_, before, concludes) => {
    const { deeds, run } = await played(`${before}  - A: SELECT 2\n    concludes: ${concludes}`);
    expect(deeds.slice(-2)[0]).toBe('A sql ok/done SELECT 1 [["2"]]');
    expect(deeds.at(-1)).toMatch(/^skipped: no-value /);
    expect(run.verdict).toBe('inconclusive');
  });

  test('once the late reply has come', async () => {
    const { deeds } = await played(
      `${log}  - A: {fetch: 1}\n  - A: SELECT 1\n    concludes: applied\n    fault: {delay: late}\n    expect: {outcome: applied}\n  - say: now\n    label: late`,
    );
    expect(deeds.slice(4)).toEqual([
      'A sql waiting/pending',
      'A sql ok/done late SELECT 1 [["1"]]',
      'A concludes applied t-0@0 e1',
    ]);
  });

  test('nothing where the actor died first', async () => {
    const { deeds } = await played(
      `${log}  - A: {fetch: 1}\n  - A: COMMIT\n    concludes: applied\n    fault: crash-after`,
    );
    expect(deeds.slice(4)).toEqual(['A commit crashed/done']);
  });

  test('nothing of an item whose statement failed though nothing says that it should', async () => {
    const insert = (id: string) => `  - A: INSERT INTO notes VALUES (${id}, 'x')
    each: got
    concludes: applied`;
    const steps = `${log}  - A: INSERT INTO notes VALUES (0, 'x')\n  - A: fetch\n    as: got\n`;
    const { deeds } = await played(`${steps}${insert('${each.offset}')}`);
    expect(deeds.filter((deed) => /concludes|23505/.test(deed))).toEqual([
      'A sql error/refused 23505',
      'A concludes applied t-0@1 e2',
      'A sql error/refused 23505',
    ]);
    const expected = await played(`${steps}${insert('${each.offset}')}\n    expect: {error: 23505}`);
    expect(expected.deeds.filter((deed) => deed.includes('concludes'))).toHaveLength(3);
    const injected = await played(`${steps}${insert('${each.offset} + 5')}\n    fault: {error: 40001}`);
    expect(injected.deeds.filter((deed) => deed.includes('concludes'))).toHaveLength(3);
  });
});
