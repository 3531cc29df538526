import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { play, smallWorld } from '../support/play.js';
import { openServer } from '../support/server.js';
import { actorWorld, deeds, holdings, unmet } from '../support/story.js';

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

describe('a step that goes on when a reply has come', () => {
  const steps = `
  - A: {produce: {topic: t, partition: 0, value: {event_id: e1, id: 1}}}
  - A: {produce: {topic: t, partition: 0, value: {event_id: e2}}}
  - A: {fetch: 2}
    as: batch
  - A: INSERT INTO notes VALUES (\${each.value.id}, 'x')
    each: batch
    fault: {delay: then}
    expect: {count: 55}
  - B: INSERT INTO notes VALUES (9, 'b')
    fault: {delay: then}
    expect: {count: 1}
  - B: SELECT 1
    label: then
    expect: {count: 7}`;

  test('and finds no value keeps nothing from the others', async () => {
    const run = await play(server, actorWorld(steps, { actors: '  B: {database: db}' }));
    expect({ deeds: deeds(run.trace).slice(5), unmet: unmet(run.trace), end: holdings(run)['db.notes'] }).toEqual({
      deeds: [
        'A sql ok/done late INSERT 0 1',
        `skipped: no-value \${each.value.id}`,
        'B sql ok/done late INSERT 0 1',
        'B sql ok/done SELECT 1 [["1"]]',
      ],
      unmet: ['count: 55 / 1', 'count: 7 / 1'],
      end: [
        ['1', 'x'],
        ['9', 'b'],
      ],
    });
    expect(run.trace.find(({ kind }) => kind === 'step-skipped')).toMatchObject({ of: { step: 4 } });
  });
});

test('invariants of its own are asked when the reply has come', async () => {
  const rest = 'invariants: [{name: none, sql: SELECT id FROM notes, database: db, message: m}]';
  const steps = `
  - A: INSERT INTO notes VALUES (1, 'x')
    fault: {delay: then}
    expect: {violates: [none]}
  - say: now
    label: then
end: {violates: [none]}`;
  expect(unmet((await play(server, actorWorld(steps, { rest }))).trace)).toEqual([]);
});

describe('whoever stands still', () => {
  /** Everything that happened, with the steps' numbers before it, and what was expected and not met. */
  async function told(text: string) {
    const run = await play(server, text);
    let step = 0;
    const lines = run.trace.flatMap((event) => {
      if (event.kind === 'step-began') step = event.step;
      return deeds([event]).map((deed) => `${step} ${deed}`);
    });
    return { lines, unmet: unmet(run.trace), verdict: run.verdict };
  }

  const insert = (fault: string) => `  - A: INSERT INTO notes VALUES (1, 'x') RETURNING id
    as: got
    fault: {${fault}: now}
    expect: {count: 1}
  - freeze: A
  - check: {tables: {db.notes: []}}
    label: now
`;
  const came = `  - A: SELECT \${got.id}::int\n    expect: {rows: [[1]]}`;

  test('has the reply when it moves again, and not before', async () => {
    expect(await told(actorWorld(`${insert('delay')}  - thaw: A\n${came}`))).toEqual({
      lines: [
        '1 A sql waiting/pending',
        '3 A sql waiting/done late',
        '4 A sql ok/done late INSERT 0 1 [["1"]]',
        '5 A sql ok/done SELECT 1 [["1"]]',
      ],
      unmet: ['db.notes:  / ["1","x"]'],
      verdict: 'not-as-announced',
    });
    expect((await told(actorWorld(`${insert('late-reply')}  - thaw: A\n${came}`))).lines).toEqual([
      '1 A sql waiting/done',
      '4 A sql ok/done late INSERT 0 1 [["1"]]',
      '5 A sql ok/done SELECT 1 [["1"]]',
    ]);
  });

  test('and dies without moving again never sees it', async () => {
    expect((await told(actorWorld(`${insert('delay')}  - crash: A`))).lines).toEqual([
      '1 A sql waiting/pending',
      '3 A sql waiting/done late',
      '4 A sql crashed/done late',
    ]);
  });

  test('at the end has its step judged by what it has seen', async () => {
    const { lines, unmet: missed } = await told(
      actorWorld(`${insert('late-reply').replace('count: 1', 'client: waiting')}  - say: over`),
    );
    expect(lines).toEqual(['1 A sql waiting/done']);
    expect(missed).toEqual(['db.notes:  / ["1","x"]']);
  });

  test('takes its unit of work up again, if it has a program', async () => {
    const steps = `  - publisher: {produce: e1}
  - run: p
    fault: {tryInbox: {delay: now}}
    expect: {outcome: applied}
  - freeze: p
  - run: p
    label: now
  - thaw: p`;
    expect(await told(smallWorld(steps))).toEqual({
      lines: [
        '1 publisher produce ok/done t-0@0 e1',
        '2 p fetch ok/done t-0@0 e1',
        '2 p begin ok/done BEGIN',
        '2 p tryInbox waiting/pending',
        '4 p tryInbox waiting/done late',
        '4 skipped: frozen p',
        '5 p tryInbox ok/done late INSERT 0 1 [["e1"]]',
        '5 p saveHistory ok/done INSERT 0 1',
        '5 p commit ok/done COMMIT',
        '5 p concludes applied t-0@0 e1',
        '5 p commit-offset ok/done 0: 1',
      ],
      unmet: [],
      verdict: 'inconclusive',
    });
  });
});
