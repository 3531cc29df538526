// Compares speed and memory with bare scripts: ratios of medians, side by side in one run.
// The limits are printed beside the figures; nothing here fails a build, because machines are noisy.
import { fileURLToPath } from 'node:url';
import { measure, median, paired } from './process.mjs';
import { sessionSwitch } from './sessions.mjs';
import { bundle, many } from './suite.mjs';

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

const { toFresh, toBare } = await bundle(pairs);
report('all bundled scenarios : one PGlite.create() for each, time', toFresh, 1 / 40);
report('all bundled scenarios : their bare work on a warm PGlite, time', toBare, 1.5);
const { tenTimes, memory, pace } = await many(3);
report('1,000 scenarios : 100 scenarios, time without the start', tenTimes, 10);
report('after 1,000 scenarios : after 300, resident memory', memory, 1.1);
report('the last 100 of 1,000 scenarios : the second 100, time', pace, 1.1);

// What decides how many workers a suite has unless it is told: the scenarios and the cases of the repository, and ten times as many.
const suite = (workers, repeat) =>
  ours('test', path('../../scenarios'), path('../cases'), '--workers', workers, '--repeat', repeat);
report('test --workers 2 : --workers 1, time', (await paired(suite('2', '1'), suite('1', '1'), pairs)).time, 1);
report('the same with --repeat 10', (await paired(suite('2', '10'), suite('1', '10'), 3)).time, 1);

const { toRead, toWrite } = await sessionSwitch(pairs);
report('a read in a session that did not speak last : a read in the one that did, time', toRead, 12);
report('the same : an update in the one that did, time', toWrite, 12);

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

async function manyRecords(records) {
  const { mebibytes, printed } = await measure([path('many-records.mjs'), String(records), '8']);
  return { playing: Number(printed), memory: mebibytes };
}

async function manySteps(steps) {
  return Number((await measure([path('many-steps.mjs'), String(steps)])).printed);
}
