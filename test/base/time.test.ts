import { describe, expect, test } from 'vitest';
import { isoInstant, parseDuration, scenarioStart } from '../../src/base/time.js';

describe('parseDuration', () => {
  test.each([
    ['500ms', 500],
    ['1ms', 1],
    ['0s', 0],
    ['2s', 2_000],
    ['10m', 600_000],
    ['10min', 600_000],
    ['3h', 10_800_000],
    ['8d', 691_200_000],
    ['007s', 7_000],
    ['999999999ms', 999_999_999],
  ])('reads %j as %d milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  test.each([
    ['', 'nothing at all'],
    ['5', 'no unit'],
    ['s', 'no number'],
    ['-1s', 'a sign'],
    ['+1s', 'a sign'],
    ['1.5s', 'a fraction'],
    ['1e3ms', 'an exponent'],
    ['5 s', 'a space inside'],
    [' 5s', 'a space before'],
    ['5s ', 'a space behind'],
    ['5s\n', 'a line end behind'],
    ['5S', 'an upper-case unit'],
    ['5us', 'a unit that is not offered'],
    ['5w', 'a unit that is not offered'],
    ['1h30m', 'two parts'],
    ['٥s', 'digits that are not ASCII'],
    ['1000000000ms', 'more than nine digits'],
  ])('refuses %j: %s', (text) => {
    expect(parseDuration(text)).toBeNull();
  });
});

describe('isoInstant', () => {
  test.each([
    [scenarioStart, '2026-10-03T09:00:00Z'],
    [0, '1970-01-01T00:00:00Z'],
    [scenarioStart + 1, '2026-10-03T09:00:00.001Z'],
    [scenarioStart + 500, '2026-10-03T09:00:00.500Z'],
    [scenarioStart + 1_000, '2026-10-03T09:00:01Z'],
    [scenarioStart + 691_200_000, '2026-10-11T09:00:00Z'],
  ])('writes %d as %s', (instant, text) => {
    expect(isoInstant(instant)).toBe(text);
  });
});
