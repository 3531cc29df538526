import { describe, expect, test } from 'vitest';
import { assert, Bug, present, unreachable } from '../../src/base/assert.js';

/** What `act` throws, so that class, name and message can be compared at once. */
function thrown(act: () => unknown): unknown {
  try {
    return { returned: act() };
  } catch (error) {
    return error instanceof Bug ? { name: error.name, message: error.message } : error;
  }
}

describe('assert', () => {
  test.each([[true], [1], ['text'], [[]], [{}]])('lets %j pass', (condition) => {
    expect(thrown(() => assert(condition, 'never'))).toEqual({ returned: undefined });
  });

  test.each([[false], [0], [''], [null], [undefined], [Number.NaN]])('makes a Bug of %j', (condition) => {
    expect(thrown(() => assert(condition, 'the log is empty'))).toEqual({ name: 'Bug', message: 'the log is empty' });
  });
});

describe('present', () => {
  // Values that are falsy are there all the same; a careless check would take them for missing.
  test.each([[0], [''], [false], [Number.NaN], ['text']])('returns %j', (value) => {
    expect(thrown(() => present(value, 'value'))).toEqual({ returned: value });
  });

  test.each([[null], [undefined]])('makes a Bug of %j that names what is missing', (value) => {
    expect(thrown(() => present(value, 'group history'))).toEqual({ name: 'Bug', message: 'group history is missing' });
  });
});

test('unreachable prints the value that nobody expected', () => {
  const value = { kind: 'surprise' } as never;
  expect(thrown(() => unreachable(value))).toEqual({
    name: 'Bug',
    message: 'unexpected value {"kind":"surprise"}',
  });
});
