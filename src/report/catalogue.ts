import type { ColorSupportLevel } from 'chalk';
import type { Language, LocalText } from '../model/text.js';
import { programs } from '../programs/registry.js';
import type { Scenario } from '../scenario/scenario.js';
import { chaptersOf } from './course.js';
import { paragraph } from './text/layout.js';
import { paintFor } from './text/paint.js';

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

/** The scenarios in the order of the course, as a machine reads them. */
export function renderCatalogueJson(entries: readonly CatalogueEntry[], language: Language): string {
  const list = chaptersOf(entries).flatMap((chapter) =>
    chapter.entries.map(({ id, title, teaches, variants }) => ({
      id,
      title: title[language],
      teaches: teaches[language],
      theme: chapter.theme.id,
      variants,
    })),
  );
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** The course: what there is, by theme, with what each scenario teaches. */
export function renderCatalogue(
  entries: readonly CatalogueEntry[],
  language: Language,
  { columns, color }: { readonly columns: number; readonly color: ColorSupportLevel },
): string {
  const { heading } = paintFor(color);
  const lines = chaptersOf(entries).flatMap((chapter, number) => [
    ...(number > 0 ? [''] : []),
    ...paragraph(`${number + 1}. ${chapter.theme.title[language]}`, 0, columns).map(heading),
    ...chapter.entries.flatMap(({ id, title, teaches }) => [
      '',
      ...paragraph(`${id} · ${title[language]}`, 3, columns),
      ...paragraph(teaches[language], 5, columns),
    ]),
  ]);
  return `${lines.join('\n')}\n`;
}
