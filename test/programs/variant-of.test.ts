import { describe, expect, test } from 'vitest';
import { present } from '../../src/base/assert.js';
import { LANGUAGES } from '../../src/model/text.js';
import type { KnobValues } from '../../src/programs/knob.js';
import { programs } from '../../src/programs/registry.js';
import { otherVariant, setVariant } from '../../src/programs/variant-of.js';

const relay = present(
  programs.find(({ name }) => name === 'relay'),
  'relay',
);
const initial = { strategy: 'flag', batch: '100', interval: '1000', mark: 'after-ack', 'event-id': 'row' };

describe('a variant and its knobs', () => {
  test.each<[string | null, KnobValues, string, boolean, KnobValues]>([
    [null, {}, 'after-ack', true, {}],
    [null, { batch: '1' }, 'after-ack', true, { batch: '1' }],
    [null, { strategy: 'flag' }, 'after-ack', true, {}],
    ['xmin', {}, 'xmin', true, { strategy: 'xmin' }],
    ['xmin', { strategy: 'xmin', interval: '5' }, 'xmin', true, { strategy: 'xmin', interval: '5' }],
    [null, { mark: 'before-send' }, 'before-send', false, { mark: 'before-send' }],
    [null, { 'event-id': 'publish' }, 'fresh-id', false, { 'event-id': 'publish' }],
    [
      null,
      { strategy: 'cdc', mark: 'before-send' },
      'before-send+cdc',
      false,
      { strategy: 'cdc', mark: 'before-send' },
    ],
    ['xmin', { strategy: 'flag' }, 'after-ack', true, {}],
  ])('%s with %j is %s', (name, given, variant, correct, knobs) => {
    const set = setVariant(relay, name, given);
    expect([set.variant.name, set.variant.correct, set.knobs]).toEqual([variant, correct, { ...initial, ...knobs }]);
  });

  test('several variants in one bring what each of them brings', () => {
    const { variant } = setVariant(relay, null, { strategy: 'xmin', mark: 'on-enqueue' });
    const [onEnqueue, xmin] = ['on-enqueue', 'xmin'].map((name) => relay.variants.find((each) => each.name === name));
    expect(variant.addition).toBe(xmin?.addition);
    expect(variant.summary.en).toBe(`${onEnqueue?.summary.en}; ${xmin?.summary.en}`);
  });

  test('another variant takes the place of what makes the own one, and leaves the rest', () => {
    const other = otherVariant(relay, 'claim', { strategy: 'xmin', mark: 'before-send', batch: '7' });
    expect([other?.variant.name, other?.knobs]).toEqual(['claim', { ...initial, strategy: 'claim', batch: '7' }]);
    expect(otherVariant(relay, 'inbox', {})).toBeNull();
  });
});

test('no two variants share a name, and everything has a text in each language', () => {
  const variants = programs.flatMap((program) => program.variants);
  expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length);
  const texts = programs.flatMap(({ summary, knobs }) => [
    summary,
    ...knobs.flatMap(({ summary: ofKnob, range }) => [
      ofKnob,
      ...(range.kind === 'words' ? Object.values(range.words) : []),
    ]),
  ]);
  expect(texts.flatMap((text) => LANGUAGES.filter((language) => text[language] === ''))).toEqual([]);
  expect(variants.flatMap(({ summary }) => LANGUAGES.filter((language) => summary[language] === ''))).toEqual([]);
});
