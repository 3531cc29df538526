import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/model/text.js';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { renderText } from '../../src/report/text/text.js';
import { play, scenarioOf } from '../support/play.js';
import { openServer } from '../support/server.js';
import { actorWorld } from '../support/story.js';

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

test.each(LANGUAGES)('why an invariant was not judged, and what to do about it, in %s', async (lang) => {
  const invariants = 'invariants: [one-row-per-event, key-order, effect-once, no-phantom-event, drained]';
  const yaml = actorWorld('  - A: SELECT 1\n    expect: {count: 1}', { rest: invariants });
  const report = { scenario: scenarioOf(yaml), runs: [await play(server, yaml)] };
  const options = { target: 'acts', variant: null, lang };
  const printed = renderText({ ...report, options }, { columns: 80, color: 0, tables: 'none' });
  const end = printed.slice(printed.search(/^(end|итог)$/m));
  await expect(end).toMatchFileSnapshot(`not-exercised.${lang}.txt`);
});
