import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { programs } from '../../src/programs/registry.js';
import { bundledScenarios } from '../support/bundled.js';
import { openServer } from '../support/server.js';
import { byHand, matrixOf, type ProgramMatrix, pageOf } from './matrix.js';

let server: PgliteServer;
const matrix: ProgramMatrix[] = [];
beforeAll(async () => {
  server = openServer();
  const scenarios = bundledScenarios();
  for (const program of programs) matrix.push(await matrixOf(program, scenarios, server));
}, 600_000);
afterAll(() => server.close());

test('every wrong variant is caught by a scenario, and no right one by any', () => {
  const caught = matrix.flatMap(({ program, caught }) =>
    program.variants
      .map(({ name }) => ({ name: `${program.name} ${name}`, places: [...(caught.get(name) ?? new Map()).keys()] }))
      .filter(({ name, places }) => places.some((place) => place !== byHand[name]))
      .map(({ name }) => name),
  );
  const wrong = programs.flatMap(({ name, variants }) =>
    variants.filter(({ correct }) => !correct).map((variant) => `${name} ${variant.name}`),
  );
  expect(caught).toEqual(wrong);
});

test('the page says who is caught where', async () => {
  await expect(pageOf(matrix)).toMatchFileSnapshot('../../scenarios/VARIANTS.md');
});
