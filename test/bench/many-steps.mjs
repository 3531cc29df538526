// Loads a scenario of many steps in this process. `node many-steps.mjs STEPS` tells the milliseconds on standard output.
import { loadScenario } from '../../dist/scenario/load.js';

const [steps] = process.argv.slice(2).map(Number);
const rounds = Array.from({ length: steps / 5 }, (_, index) =>
  [
    `  - publisher: {produce: e}`,
    `    label: l${index}`,
    `  - run: p`,
    `    fault: {commit: {delay: later}}`,
    `    expect: {outcome: applied, offsets: {g: {t: {0: 1}}}}`,
    `  - A: SELECT * FROM inbox WHERE event_id = 'e${index}'`,
    `    as: found`,
    `  - A: "INSERT INTO inbox(event_id) VALUES (\${found.first.event_id})"`,
    `  - check: {tables: {history.inbox: [[e]]}}`,
  ].join('\n'),
);
const text = `
id: many-steps
title: many steps
teaches: nothing
databases: {history: {schema: history}}
topics: {t: {partitions: 1}}
events: {e: {topic: t, key: k, value: {event_id: e, ticket_id: k}}}
groups: {g: {topic: t, reset: earliest}}
processes: {p: {program: history, group: g, database: history}}
actors: {A: {database: history}}
steps:
${rounds.join('\n')}
`;
const begun = performance.now();
const loaded = loadScenario(text);
const milliseconds = performance.now() - begun;
if (loaded.kind !== 'scenario') throw new Error(JSON.stringify(loaded.diagnostics.slice(0, 3)));
process.stdout.write(`${milliseconds}\n`);
