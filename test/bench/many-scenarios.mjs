// Plays the scenarios of the bundle in turn, in this process. `node many-scenarios.mjs SCENARIOS` tells on standard output,
// as JSON, the milliseconds of all, of the second hundred (the first warms up) and of the last, and the resident MiB when
// the first three hundred have warmed everything up, and at the end.
import { PgliteServer } from '../../dist/postgres/pglite-server.js';
import { bundled, playScenario } from './bundled.mjs';

const scenarios = Number(process.argv[2]);
const server = new PgliteServer();
await server.startedFromArchive();
const instants = [performance.now()];
const resident = () => process.memoryUsage.rss() / 2 ** 20;
let warm = null;
for (let played = 0; played < scenarios; played++) {
  await playScenario(bundled[played % bundled.length], server);
  instants.push(performance.now());
  if (played === 300) warm = resident();
}
const between = (from, to) => instants.at(to) - instants.at(from);
const told = {
  all: between(0, -1),
  early: scenarios < 300 ? null : between(100, 200),
  late: scenarios < 300 ? null : between(-101, -1),
  warm,
  mebibytes: resident(),
};
process.stdout.write(JSON.stringify(told));
process.exit(0);
