// Plays a scenario that publishes and handles many records, in this process.
// `node many-records.mjs RECORDS PARTITIONS` tells the milliseconds of playing and rendering on standard output.
import { runBranch } from '../../dist/engine/run.js';
import { PgliteServer } from '../../dist/postgres/pglite-server.js';
import { renderText } from '../../dist/report/text/text.js';
import { loadScenario } from '../../dist/scenario/load.js';

const [records, partitions] = process.argv.slice(2).map(Number);
const { scenario } = loadScenario(`
id: many-records
title: many records
teaches: nothing
databases: {history: {schema: history}}
topics: {t: {partitions: ${partitions}}}
events:
  e: {topic: t, key: k, value: {event_id: e, ticket_id: k, from_status: open, to_status: closed, changed_at: "2026-10-03T08:00:00Z"}}
groups: {history: {topic: t, reset: earliest}}
processes: {history: {program: history, group: history, database: history}}
invariants: [one-row-per-event, marker-with-row, no-lost-event, contiguous-checkpoint, honest-outcome, repository-contract, drained]
steps:
  - publisher: {produce: {event: e, count: ${records}}}
  - run: {process: history, until: idle}
`);
const server = new PgliteServer();
await server.startedFromArchive();
const begun = performance.now();
const run = await runBranch(scenario, scenario.branches[0], server);
const options = { target: scenario.id, variant: null, lang: 'en' };
const text = renderText({ scenario, runs: [run], options }, { columns: 80, color: 0, tables: 'all' });
const milliseconds = performance.now() - begun;
if (run.verdict !== 'as-announced' || text.split('\n').length > 250) throw new Error('the run is not as it should be');
process.stdout.write(`${milliseconds}\n`);
process.exit(0);
