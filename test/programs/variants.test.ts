import { expect, test } from 'vitest';
import { LANGUAGES } from '../../src/model/text.js';
import { checkThenInsertRepository } from '../../src/programs/history/check-then-insert.js';
import { historyVariants } from '../../src/programs/history/variants.js';
import * as wrong from '../../src/programs/history/wrong-handlers.js';
import { programs } from '../../src/programs/registry.js';
import { builtInSchemas, unprotectedHistory } from '../../src/programs/schemas.js';

const inbox = historyVariants[0];

/** In what a variant's design differs from the right one: a variant with two differences would teach two things at once. */
function differences(name: string): unknown {
  const design = historyVariants.find((variant) => variant.name === name)?.design;
  return Object.fromEntries(
    Object.entries(design ?? {}).filter(([key, value]) => value !== inbox?.design[key as keyof typeof design]),
  );
}

test.each([
  ['inbox', {}, true],
  ['split-inbox-first', { handle: wrong.splitInboxFirst }, false],
  ['split-history-first', { handle: wrong.splitHistoryFirst }, false],
  ['no-inbox', { handle: wrong.noInbox }, false],
  ['check-then-insert', { repository: checkThenInsertRepository }, false],
  ['offset-first', { commitOffset: 'before' }, true],
  ['highest-offset', { checkpoint: 'highest' }, true],
  ['unknown-advances', { unknownResolves: true }, true],
  ['no-rows-is-error', { handle: wrong.noRowsIsError }, true],
  ['save-after-false', { handle: wrong.saveAfterFalse }, true],
  ['rollback-after-commit', { handle: wrong.rollbackAfterCommit }, true],
  ['no-rollback', { handle: wrong.noRollback }, true],
  ['wrapped-error', { handle: wrong.wrappedError }, true],
])('%s differs from inbox in one thing, and claims the contract or does not', (name, differs, claimsContract) => {
  const variant = historyVariants.find((each) => each.name === name);
  expect(differences(name)).toEqual(differs);
  expect(variant?.claims).toEqual(claimsContract ? ['repository-contract'] : []);
  expect(variant?.correct).toBe(name === 'inbox');
});

test('only no-inbox brings a schema, in which nothing would notice a second row', () => {
  expect(historyVariants.flatMap(({ name, schema }) => (schema ? [[name, schema]] : []))).toEqual([
    ['no-inbox', unprotectedHistory],
  ]);
  expect(unprotectedHistory.sql).not.toMatch(/PRIMARY KEY|UNIQUE|REFERENCES/i);
});

test('every variant has a summary in every language, and no two share one', () => {
  const summaries = historyVariants.flatMap(({ summary }) => LANGUAGES.map((language) => summary[language]));
  expect(new Set(summaries.filter((text) => text !== '')).size).toBe(historyVariants.length * LANGUAGES.length);
});

test('the registry offers the variants in their order, with inbox as the default', () => {
  const [history, ...others] = programs;
  expect(others.map(({ name, defaultVariant }) => [name, defaultVariant])).toEqual([
    ['relay', 'after-ack'],
    ['order-service', 'outbox'],
    ['billing', 'charge-once'],
    ['inventory', 'processed-events'],
  ]);
  expect([history?.name, history?.defaultVariant, history?.variants.map(({ name }) => name)]).toEqual([
    'history',
    'inbox',
    historyVariants.map(({ name }) => name),
  ]);
});

test.each(Object.entries({ ...builtInSchemas, unprotected: unprotectedHistory }))(
  'the schema %s creates the tables that it lists, in that order, and binds only those',
  (_, { sql, tables, bindings }) => {
    expect([...sql.matchAll(/CREATE TABLE (\w+)/g)].map(([, table]) => table)).toEqual(tables);
    expect(bindings.filter(({ table }) => !tables.includes(table))).toEqual([]);
  },
);
