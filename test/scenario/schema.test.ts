import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { scenarioSchema } from '../../src/scenario/schema.js';
import { bundledIds, bundledText } from '../support/bundled.js';
import { scenarioOf, smallWorld } from '../support/play.js';

const ajv = new Ajv({ allErrors: true, strict: false });
const schema = scenarioSchema();
const validate = ajv.compile(schema);

/** A small scenario as a document, its steps and whatever else comes with it. */
function document(steps: string, rest = ''): unknown {
  return parse(smallWorld(steps, rest));
}

test('is a valid schema of draft-07', () => {
  expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#');
  expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true);
});

test('each definition is used, and each reference has one', () => {
  const text = JSON.stringify(schema);
  const used = [...text.matchAll(/"#\/definitions\/(\w+)"/g)].map(([, name]) => name);
  expect([...new Set(used)].sort()).toEqual(Object.keys(schema.definitions as object).sort());
});

test.each(bundledIds())('%s fits it', (id) => {
  validate(parse(bundledText(id)));
  expect(validate.errors).toBeNull();
});

test.each([
  ['a fault in its short form', '  - p2: BEGIN\n    fault: lost-reply'],
  [
    'a fault for each occurrence',
    '  - run: p\n    fault: {commit: [{error: 53300}, {kind: lost-reply, occurrence: 2}]}',
  ],
  ['a bare word', '  - p2: fetch\n    as: batch'],
  ['one SQL statement', '  - p2.read: SELECT 1\n    params: [1, ~, text]\n    expect: {rows: [[1]], count: 1}'],
  ['commits', '  - p2: {commit-offset: 3}\n  - p2: {commit-offset: {offsets: {0: 1, 1: "${r.last.offset}"}}}'],
  ['a text alone', '  - say: {en: a, ru: b}\n  - say: a'],
  ['the broker', '  - broker: down\n  - broker: {refuse: {event: e1, error: INVALID_RECORD}}'],
])('%s fits it', (_, steps) => {
  validate(document(steps));
  expect(validate.errors).toBeNull();
});

test.each([
  ['a misspelt key of the scenario', document('  - run: p', 'procesess: {}')],
  ['a misspelt key of a process', document('  - run: p', 'actors: {a: {databse: history}}')],
  ['a missing key', { id: 'x', title: 'x' }],
  ['an id with capital letters', { id: 'X', title: 'x', teaches: 'x' }],
  ['partitions that are no number', { id: 'x', title: 'x', teaches: 'x', topics: { t: { partitions: 'three' } } }],
  ['a title in one language of two', { id: 'x', title: { en: 'x' }, teaches: 'x' }],
  ['an invariant that nobody knows', document('  - run: p', 'invariants: [one-row-per-evnt]')],
  ['an own invariant without its query', document('  - run: p', 'invariants: [{name: a, message: a}]')],
  ['an unknown word of the world', document('  - rum: p')],
  ['an unknown word of the world with details', document('  - rum: {process: p, until: idle}')],
  ['a step that is no mapping', document('  - run')],
  ['an empty step', document('  - {}')],
  ['a misspelt word beside the action', document('  - run: p\n    exepct: {outcome: applied}')],
  ['an outcome that does not exist', document('  - run: p\n    expect: {outcome: done}')],
  ['an expectation that does not exist', document('  - run: p\n    expect: {row: []}')],
  ['an operation that nobody has', document('  - a: {publish: e1}')],
  ['two operations in one step', document('  - a: {produce: e1, fetch: ~}')],
  ['a fault that does not exist', document('  - run: p\n    fault: {commit: lost-answer}')],
  ['a fault of an operation that does not exist', document('  - run: p\n    fault: {comit: lost-reply}')],
  ['no duration', document('  - advance: 5 seconds')],
  ['a count below one', document('  - a: {produce: {event: e1, count: 0}}')],
  ['a partition that is no number', document('  - p: {seek: {partition: first, offset: 0}}')],
  ['rows that are no list', document('  - check: {tables: {history.inbox: e1}}')],
  ['a table without its database', document('  - check: {tables: {inbox: []}}')],
  ['offsets of no partition', document('  - check: {offsets: {g: {t: 1}}}')],
])('%s does not fit it', (_, wrong) => {
  expect(validate(wrong)).toBe(false);
});

test('what the table calls wrong is wrong in nothing else', () => {
  expect(() => scenarioOf(smallWorld('  - publisher: {produce: e1}\n  - run: p'))).not.toThrow();
  expect(validate(document('  - publisher: {produce: e1}\n  - run: p'))).toBe(true);
});
