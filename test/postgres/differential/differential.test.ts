import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machine } from '../../../src/cli/host.js';
import type { DatabaseServer } from '../../../src/postgres/ports.js';
import { openPostgres } from '../../../src/postgres/server/open-postgres.js';
import { type EmbeddedServer, startServer } from '../../support/embedded-server.js';
import { openServer } from '../../support/server.js';
import { compare, emptyTally } from './compare.js';
import { fixed, scheduleOf } from './fixed.js';
import { Player } from './player.js';
import { schedules } from './schedule.js';

/** How many schedules are drawn, and from where; `npm run differential` gives both. */
const count = Number(process.env.INBOX_SIM_SCHEDULES ?? 2000);
const seed = Number(process.env.INBOX_SIM_SEED ?? Math.floor(Math.random() * 2 ** 31));
const longestMilliseconds = 24 * 3_600_000;

let embedded: EmbeddedServer;
let servers: { readonly ours: DatabaseServer; readonly real: DatabaseServer };
let players: { readonly ours: Player; readonly real: Player };
beforeAll(async () => {
  embedded = await startServer();
  // All schedules are one scenario to a server.
  const limits = { scenarioMilliseconds: longestMilliseconds };
  servers = {
    ours: openServer({ limits }),
    real: await openPostgres(embedded.url, { host: machine, limits }),
  };
  players = { ours: new Player(servers.ours), real: new Player(servers.real) };
});
afterAll(async () => {
  await servers.ours.close();
  await servers.real.close();
  await embedded.stop();
});

describe('the embedded engine and a server answer the same', () => {
  it.each(fixed)('%s', async (_what, steps) => {
    expect(await compare(scheduleOf(steps), players.ours, players.real, emptyTally())).toBe(null);
  });

  it(
    `${count} schedules`,
    async () => {
      const tally = emptyTally();
      let difference: string | null = null;
      const property = fc.asyncProperty(schedules, async (schedule) => {
        const found = await compare(schedule, players.ours, players.real, tally);
        difference = found ?? difference;
        return found === null;
      });
      const { failed, counterexample } = await fc.check(property, { numRuns: count, seed });
      const steps = counterexample?.[0].map(({ session, text }) => `${session} ${text}`);
      const { refused, ...counts } = tally;
      console.log(JSON.stringify({ seed, ...counts, refused: Object.fromEntries(refused) }));
      expect({ failed, difference, steps, seed }).toEqual({ failed: false, difference: null, steps: undefined, seed });
      // A test in which nobody waits, or in which the engine refuses to go on, would say nothing.
      const refusals = [...refused.values()].reduce((sum, each) => sum + each, 0);
      expect(tally.blocked).toBeGreaterThanOrEqual(Math.floor(count / 10));
      expect(refusals + tally.leftOpen).toBeLessThan(Math.max(count / 10, 5));
    },
    longestMilliseconds,
  );
});
