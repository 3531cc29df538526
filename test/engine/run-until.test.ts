import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { play, smallWorld, stores } from '../support/play.js';
import { openServer } from '../support/server.js';
import { deeds } from '../support/story.js';

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

/** What process p does, without the sends of e1 and e2 before. */
async function played(steps: string) {
  const run = await play(server, smallWorld(`  - publisher: {produce: e1}\n  - publisher: {produce: e2}\n${steps}`));
  const lines = deeds(run.trace).slice(2);
  return {
    lines: lines.map((line) => line.replace(/ (BEGIN|COMMIT|ROLLBACK|INSERT.*|0: \d+)$/, '').replace(/^p /, '')),
    stores: stores(run),
    verdict: run.verdict,
  };
}

const unit = (offset: number) => [
  `fetch ok/done t-0@${offset} e${offset + 1}`,
  'begin ok/done',
  'tryInbox ok/done',
  'saveHistory ok/done',
  'commit ok/done',
  `concludes applied t-0@${offset} e${offset + 1}`,
  'commit-offset ok/done',
];

test('a seek of a process moves its position', async () => {
  const { lines } = await played('  - p: {seek: {partition: 0, offset: 1}}\n  - run: {process: p, until: begin}');
  expect(lines[0]).toBe('fetch ok/done t-0@1 e2');
});

describe('a run until an operation', () => {
  test.each([
    ['fetch', 0],
    ['begin', 1],
    ['tryInbox', 2],
    ['saveHistory', 3],
    ['commit', 4],
  ])('pauses before %s, and goes on with the same unit', async (operation, done) => {
    const pause = `  - run: {process: p, until: ${operation}}\n`;
    expect(await played(`${pause}  - check: {offsets: {g: {t: {0: 0}}}}`)).toEqual({
      lines: unit(0).slice(0, done),
      stores: { inbox: 0, rows: 0, committed: 0, end: 2 },
      verdict: 'as-announced',
    });
    expect(await played(`${pause}  - run: p\n  - check: {offsets: {g: {t: {0: 1}}}}`)).toEqual({
      lines: unit(0),
      stores: { inbox: 1, rows: 1, committed: 1, end: 2 },
      verdict: 'as-announced',
    });
  });

  test('pauses again before a later one', async () => {
    expect((await played('  - run: {process: p, until: begin}\n  - run: {process: p, until: commit}')).lines).toEqual(
      unit(0).slice(0, 4),
    );
  });

  test('goes on until idle', async () => {
    expect((await played('  - run: {process: p, until: commit}\n  - run: {process: p, until: idle}')).lines).toEqual([
      ...unit(0),
      ...unit(1),
      'fetch ok/done nothing',
    ]);
  });

  test('meets in the step that goes on the faults of that step', async () => {
    const { lines, stores, verdict } = await played(
      '  - run: {process: p, until: commit}\n  - run: p\n    fault: {commit: lost-reply}\n  - check: {offsets: {g: {t: {0: 0}}}}',
    );
    expect(lines).toEqual([
      ...unit(0).slice(0, 4),
      'commit no-reply/done 08006',
      'rollback not-sent/nothing 08003',
      'concludes unknown t-0@0 e1',
    ]);
    expect([stores, verdict]).toEqual([{ inbox: 1, rows: 1, committed: 0, end: 2 }, 'as-announced']);
  });

  test('is over when the process is crashed or restarted meanwhile', async () => {
    for (const between of ['  - crash: p\n  - restart: p\n', '  - restart: p\n']) {
      const { lines, stores } = await played(`  - run: {process: p, until: commit}\n${between}  - run: p`);
      expect(lines).toEqual([...unit(0).slice(0, 4), ...unit(0)]);
      expect(stores).toEqual({ inbox: 1, rows: 1, committed: 1, end: 2 });
    }
  });

  test('learns at the next statement that the server has ended its session', async () => {
    const { lines, stores } = await played(
      '  - run: {process: p, until: saveHistory}\n  - kill-session: p\n  - run: p',
    );
    expect(lines).toEqual([
      ...unit(0).slice(0, 3),
      'saveHistory error/refused 57P01',
      'rollback not-sent/nothing 08003',
      'concludes unknown t-0@0 e1',
    ]);
    expect(stores).toEqual({ inbox: 0, rows: 0, committed: 0, end: 2 });
  });

  test('lets time pass while it stands', async () => {
    expect((await played('  - run: {process: p, until: commit}\n  - advance: 1h\n  - run: p')).lines).toEqual(unit(0));
  });

  test.each(['rollback', '{operation: commit, occurrence: 2}'])(
    'that never comes to %s makes the run inconclusive',
    async (until) => {
      const { lines, verdict } = await played(
        `  - run: {process: p, until: ${until}}\n  - check: {offsets: {g: {t: {0: 1}}}}`,
      );
      expect(lines).toEqual([...unit(0), `skipped: never-came ${until === 'rollback' ? 'rollback' : 'commit'}`]);
      expect(verdict).toBe('inconclusive');
    },
  );

  test.each([
    ['saveHistory', 'commit', unit(0).slice(0, 3), ['saveHistory ok/done late']],
    ['begin', '{operation: tryInbox, occurrence: 2}', unit(0).slice(0, 1), ['begin ok/done late', ...unit(0).slice(2)]],
  ])('goes on to the same place when the reply of %s was late', async (late, until, before, after) => {
    const { lines, verdict } = await played(
      `  - run: {process: p, until: ${until}}\n    fault: {${late}: {delay: now}}\n  - say: now\n    label: now\n  - check: {log: {t: {0: [e1, e2]}}}`,
    );
    const came = until === 'commit';
    expect(lines).toEqual([
      ...before,
      `${late} waiting/pending`,
      ...after,
      ...(came ? [] : ['skipped: never-came tryInbox']),
    ]);
    expect(verdict).toBe(came ? 'as-announced' : 'inconclusive');
  });

  test('is over where its own fault kills the process before', async () => {
    const { lines, verdict } = await played(
      '  - run: {process: p, until: commit}\n    fault: {begin: crash-before}\n  - check: {log: {t: {0: [e1, e2]}}}',
    );
    expect(lines).toEqual([...unit(0).slice(0, 1), 'begin crashed/nothing']);
    expect(verdict).toBe('as-announced');
  });
});
