import { readdirSync, readFileSync } from 'node:fs';
import type { Scenario } from '../../src/scenario/scenario.js';
import { scenarioOf } from './play.js';

const folder = new URL('../../scenarios/', import.meta.url);

/** The text of a bundled scenario. */
export function bundledText(id: string): string {
  return readFileSync(new URL(`${id}.yaml`, folder), 'utf8');
}

export function bundledIds(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.replace('.yaml', ''))
    .sort();
}

export function bundledScenarios(): Scenario[] {
  return bundledIds().map((id) => scenarioOf(bundledText(id)));
}
