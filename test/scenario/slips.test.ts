import { expect, test } from 'vitest';
import { renderDiagnostics } from '../../src/report/diagnostics.js';
import { loadScenario } from '../../src/scenario/load.js';
import { slips } from './slips.js';

/** A scenario with a process and actors of every kind, and room for a step. */
const before = `id: slips
title: slips
teaches: slips
databases: {shop: {schema: "CREATE TABLE orders (id text PRIMARY KEY, status text)"}, history: {schema: history}}
topics: {t: {partitions: 2}}
events: {e1: {topic: t, value: {event_id: e1}}}
groups: {g: {topic: t, reset: earliest}}
processes: {p: {program: history, group: g, database: history}}
actors:
  W1: {database: shop}
  U: {sessions: {write: shop, read: shop}}
  C1: {group: g}
  M1: {group: g, subscribe: true}
invariants: [drained]
steps:
`;

test.each(slips)('%j', (step, english, russian) => {
  const text = `${before}  - ${step}\n`;
  const loaded = loadScenario(text);
  const said = (language: 'en' | 'ru') =>
    renderDiagnostics('x.yaml', text, loaded.kind === 'diagnostics' ? loaded.diagnostics : [], language)
      .split('\n')
      .filter((line) => line.startsWith('x.yaml'));
  expect(said('en')).toEqual([`x.yaml:${english}`]);
  expect(said('ru')).toEqual([`x.yaml:${russian}`]);
});
