import { describe, expect, test } from 'vitest';
import { catalogueEntry, renderCatalogue } from '../../src/report/catalogue.js';
import { chaptersOf, course } from '../../src/report/course.js';
import { bundledIds, bundledScenarios } from '../support/bundled.js';

const entries = bundledScenarios().map(catalogueEntry);

test('every bundled scenario stands in the course once, and nothing else does', () => {
  const placed = course.flatMap(({ scenarios }) => scenarios);
  expect(placed.toSorted()).toEqual(bundledIds());
});

test('what stands in no theme comes last', () => {
  const chapters = chaptersOf([{ id: 'of-my-own' }, { id: 'two-events-901' }, { id: 'duplicate-900' }]);
  expect(chapters.map(({ theme, entries: found }) => [theme.id, ...found.map(({ id }) => id)])).toEqual([
    ['twice', 'duplicate-900', 'two-events-901'],
    ['others', 'of-my-own'],
  ]);
});

describe.each(['en', 'ru'] as const)('the list in %s', (language) => {
  test('begins with the first theme', async () => {
    const text = renderCatalogue(entries, language, { columns: 80, color: 0 });
    await expect(text.split('\n').slice(0, 24).join('\n')).toMatchFileSnapshot(`course.${language}.txt`);
  });

  test.each([40, 80, 120])('fits %i columns', (columns) => {
    const lines = renderCatalogue(entries, language, { columns, color: 0 }).split('\n');
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
  });
});
