// Compares speed and memory with bare scripts: ratios of medians, side by side in one run.
// The limits are printed beside the figures; nothing here fails a build, because machines are noisy.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { runBranch } from '../../dist/engine/run.js';
import { PgliteServer } from '../../dist/postgres/pglite-server.js';
import { loadScenario } from '../../dist/scenario/load.js';
import { measure, median, paired } from './process.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const ours = (...args) => ({ args: [path('../../bin/inbox-sim.js'), ...args] });
const pairs = Number(process.argv[2] ?? 7);

function report(what, ratio, limit) {
  const word = ratio <= limit ? 'within' : 'BEYOND';
  process.stdout.write(`${ratio.toFixed(3).padStart(8)}  ${word} ${limit}  ${what}\n`);
}

process.stdout.write(`Node ${process.versions.node}, ${pairs} pairs each\n`);

const run = ours('run', 'duplicate-900');
const plain = await paired(run, { args: [path('bare.mjs'), 'plain'] }, pairs);
report('run duplicate-900 : bare script with PGlite.create(), time', plain.time, 0.4);

const archive = await paired(run, { args: [path('bare.mjs'), 'archive'] }, pairs * 2);
report('run duplicate-900 : bare script from the same archive, time', archive.time, 1.25);
report('run duplicate-900 : bare script from the same archive, peak memory', archive.memory, 1.15);

const nothing = { args: ['-e', '0'] };
report('--help : node -e 0, time', (await paired(ours('--help'), nothing, pairs * 2)).time, 3);
report('list : node -e 0, time', (await paired(ours('list'), nothing, pairs * 2)).time, 3);
report('validate : node -e 0, time', (await paired(ours('validate'), nothing, pairs * 2)).time, 8);
const mistake = { ...ours('rnu'), allowExit: [2] };
report('usage error : node -e 0, time', (await paired(mistake, nothing, pairs * 2)).time, 3);

report('one more scenario in one process : PGlite.create(), time', await marginalScenario(), 1 / 40);

const small = [];
const large = [];
for (let pair = 0; pair < 3; pair++) {
  small.push(await manyRecords(10_000));
  large.push(await manyRecords(20_000));
}
const perRecord = large.map(({ playing }, pair) => playing / 2 / small[pair].playing);
report('20,000 records : 10,000 records, time for each record', median(perRecord), 1.1);
report(
  '20,000 records : 10,000 records, peak memory',
  median(large.map(({ memory }, pair) => memory / small[pair].memory)),
  1.5,
);
const loading = [];
for (let pair = 0; pair < pairs; pair++) loading.push((await manySteps(10_000)) / (await manySteps(5000)));
report('10,000 steps : 5,000 steps, time to validate', median(loading), 2.3);
process.exit(0);

/** Playing each bundled scenario once more on a warm server, against starting a plain PGlite. */
async function marginalScenario() {
  const folder = new URL('../../scenarios/', import.meta.url);
  const scenarios = readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => loadScenario(readFileSync(new URL(file, folder), 'utf8')).scenario);
  const server = new PgliteServer();
  const all = async () => {
    for (const scenario of scenarios) {
      for (const branch of scenario.branches) await runBranch(scenario, branch, server);
    }
  };
  await all();
  const ratios = [];
  for (let pair = 0; pair < pairs; pair++) {
    const begun = performance.now();
    await all();
    const between = performance.now();
    const fresh = await PGlite.create();
    const ended = performance.now();
    await fresh.close();
    ratios.push((between - begun) / scenarios.length / (ended - between));
  }
  await server.close();
  return median(ratios);
}

async function manyRecords(records) {
  const { mebibytes, printed } = await measure([path('many-records.mjs'), String(records), '8']);
  return { playing: Number(printed), memory: mebibytes };
}

async function manySteps(steps) {
  return Number((await measure([path('many-steps.mjs'), String(steps)])).printed);
}
