import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bundledScenarios } from '../support/bundled.js';

const scenarios = bundledScenarios();
const page = readFileSync(new URL('../../scenarios/CLAIMS.md', import.meta.url), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:claim |-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const place = /^(?:`([a-z0-9-]+)` )?(\d+) `([a-z0-9-]+)`$/i;

describe('each claim has a scenario and a step', () => {
  test.each(rows)('%s%s', (_before, claim, command = '', step = '') => {
    expect(claim).toMatch(/[a-z].*\.$/i);
    const [, id, variant] = /^`([a-z0-9-]+)(?: --variant ([a-z-]+))?`$/.exec(command) ?? [];
    const scenario = scenarios.find((each) => each.id === id);
    const [, branch = null, number, who] = place.exec(step) ?? [];
    const steps = scenario?.branches.find(({ name }) => name === branch)?.steps;
    const found = steps?.[Number(number) - 1];
    expect(found && ('actor' in found ? found.actor : found.action)).toBe(who);
    // Only a variant that the scenario announces something of is worth a claim.
    const announced = scenario?.branches.flatMap(({ end }) => Object.keys(end.violates?.byVariant ?? {}));
    if (variant !== undefined) expect(announced).toContain(variant);
  });

  test('and there are many', () => {
    expect(rows.length).toBeGreaterThan(100);
  });
});
