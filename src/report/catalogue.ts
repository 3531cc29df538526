import type { Language, LocalText } from '../model/text.js';
import { programs } from '../programs/registry.js';
import type { Scenario } from '../scenario/scenario.js';
import { padEnd, paragraph } from './text/layout.js';

/** A bundled scenario as the index of the build has it, so that `list` reads no YAML. */
export interface CatalogueEntry {
  readonly id: string;
  readonly title: LocalText;
  readonly teaches: LocalText;
  /** Every value that `--variant` takes for this scenario; the scenario's own comes first. */
  readonly variants: readonly string[];
}

export function catalogueEntry({ id, title, teaches, processes }: Scenario): CatalogueEntry {
  const own = processes.map(({ variant }) => variant);
  const all = processes.flatMap(({ program }) => programs.find(({ name }) => name === program)?.variants ?? []);
  return { id, title, teaches, variants: [...new Set([...own, ...all.map(({ name }) => name)])] };
}

export function renderCatalogueJson(entries: readonly CatalogueEntry[], language: Language): string {
  const list = entries.map(({ id, title, teaches, variants }) => ({
    id,
    title: title[language],
    teaches: teaches[language],
    variants,
  }));
  return `${JSON.stringify(list, null, 2)}\n`;
}

export function renderCatalogue(entries: readonly CatalogueEntry[], language: Language, columns: number): string {
  const width = Math.max(...entries.map(({ id }) => id.length)) + 2;
  const lines = entries.flatMap(({ id, title, teaches }) => [
    ...paragraph(`${padEnd(id, width)}${title[language]}`, 0, columns),
    ...paragraph(teaches[language], 4, columns),
  ]);
  return `${lines.join('\n')}\n`;
}
