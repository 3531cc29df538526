import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { DIAGNOSTIC_CODES } from '../../src/model/diagnostic.js';
import { LANGUAGES } from '../../src/model/text.js';
import { renderDiagnostics } from '../../src/report/diagnostics.js';
import { renderScript } from '../../src/report/script.js';
import { loadScenario, readableText } from '../../src/scenario/load.js';
import { bundledIds, bundledText } from '../support/bundled.js';
import { everyWord } from '../support/every-word.js';
import { smallWorld } from '../support/play.js';

/** Loads `source`, shows whatever comes of it, and says what is not as it always has to be. */
function broken(source: string): string[] {
  const loaded = loadScenario(source, () => ({ text: 'CREATE TABLE in_a_file(id int)' }));
  const text = readableText(source);
  const diagnostics = loaded.kind === 'scenario' ? loaded.warnings : loaded.diagnostics;
  const wrong = diagnostics.flatMap(({ code, span: { start, end } }) => [
    ...(DIAGNOSTIC_CODES.includes(code) ? [] : [`no code: ${code}`]),
    ...(0 <= start && start <= end && end <= text.length ? [] : [`${code} at ${start} to ${end} of ${text.length}`]),
  ]);
  if (loaded.kind === 'diagnostics' && diagnostics.length === 0) wrong.push('refused without a reason');
  const shown = LANGUAGES.map((language) => renderDiagnostics('fuzz.yaml', text, diagnostics, language));
  if (loaded.kind === 'scenario') {
    JSON.stringify(loaded.scenario);
    shown.push(renderScript(loaded.scenario, 'en', 80));
  }
  for (const control of shown.join('').match(/[\p{Cc}\p{Bidi_Control}]/gu) ?? []) {
    if (control !== '\n') wrong.push(`shows ${JSON.stringify(control)}`);
  }
  return wrong;
}

const examples = [...bundledIds().map(bundledText), everyWord, smallWorld('  - run: p\n')];

/** Words that mean something somewhere, and texts that like to be misread. */
const words = [
  ...new Set(everyWord.match(/[\w.-]+/g)),
  ...[
    '',
    '~',
    'null',
    'yes',
    '0900',
    '1e3',
    '.inf',
    '-',
    '--',
    '?',
    '&a',
    '*a',
    '<<',
    '!!set',
    '|',
    '>',
    '%',
    '@',
    '`',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '${',
    '${a.b}',
    '$${',
    '"\\u0000"',
    '"\\ud800"',
    '\u202e',
  ],
  ...[
    '{}',
    '[]',
    '[[]]',
    '{a: 1}',
    '{? [a] : b}',
    "''",
    '""',
    '\t',
    '\u0000',
    '\u001b[31m',
    '\ufeff',
    '---',
    '...',
    '# x',
  ],
];
const word = fc.constantFrom(...words);

/** One change of a text: of a line, of a word, of characters, of the indentation. */
const change = fc.tuple(
  fc.constantFrom('delete', 'repeat', 'move', 'indent', 'outdent', 'word', 'swap', 'characters', 'insert'),
  fc.nat(),
  fc.nat(),
  word,
);

function changed(text: string, [kind, first, second, put]: [string, number, number, string]): string {
  const lines = text.split('\n');
  const [one, other] = [first % lines.length, second % lines.length];
  const [line = '', otherLine = ''] = [lines[one], lines[other]];
  const found = [...text.matchAll(/[\w.-]+/g)];
  const [a, b] = [found[first % Math.max(1, found.length)], found[second % Math.max(1, found.length)]];
  const at = first % (text.length + 1);
  switch (kind) {
    case 'delete':
      return lines.toSpliced(one, 1 + (second % 3)).join('\n');
    case 'repeat':
      return lines.toSpliced(other, 0, line).join('\n');
    case 'move':
      return lines.with(one, otherLine).with(other, line).join('\n');
    case 'indent':
      return lines.with(one, `  ${line}`).join('\n');
    case 'outdent':
      return lines.with(one, line.replace(/^ {1,2}/, '')).join('\n');
    case 'word':
      return a ? text.slice(0, a.index) + put + text.slice(a.index + a[0].length) : text;
    case 'swap':
      return a && b ? text.slice(0, a.index) + b[0] + text.slice(a.index + a[0].length) : text;
    case 'characters':
      return text.slice(0, at) + text.slice(at + 1 + (second % 8));
    default:
      return text.slice(0, at) + put + text.slice(at);
  }
}

const mutated = fc
  .tuple(fc.constantFrom(...examples), fc.array(change, { minLength: 1, maxLength: 5 }))
  .map(([text, changes]) => changes.reduce(changed, text));

/** Trees whose keys are mostly words of the language. */
const tree = fc.letrec((tie) => ({
  node: fc.oneof({ depthSize: 'small' }, word, fc.jsonValue({ maxDepth: 1 }), tie('map'), tie('list')),
  map: fc.dictionary(fc.oneof(word, fc.string({ unit: 'grapheme' })), tie('node'), { maxKeys: 5 }),
  list: fc.array(tie('node'), { maxLength: 4 }),
})).map;

/** The top of a scenario, with a tree in some of its places. */
const treeInPlace = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom(
        'databases',
        'topics',
        'broker',
        'events',
        'groups',
        'processes',
        'actors',
        'invariants',
        'steps',
        'branches',
        'end',
      ),
      tree,
    ),
    fc.boolean(),
  )
  .map(([parts, flow]) => {
    const options = flow ? { collectionStyle: 'flow' as const } : {};
    return stringify({ id: 'a', title: 'a', teaches: 'a', topics: { t: { partitions: 1 } }, ...parts }, options);
  });

/** Always the same inputs, so that a failure comes again; `INBOX_SIM_FUZZ` asks for more of them. */
const parameters = { seed: 20261003, numRuns: Number(process.env.INBOX_SIM_FUZZ ?? 400) };

describe('whatever is read, the answer is a scenario or places within the text, and shows no control character', () => {
  test('the examples that are changed load, or say why not', () => {
    expect(examples.flatMap(broken)).toEqual([]);
    expect(loadScenario(everyWord)).toMatchObject({ kind: 'scenario' });
  });

  test.each<[string, fc.Arbitrary<string>]>([
    ['any text', fc.string({ unit: 'binary', maxLength: 200 })],
    [
      'text of YAML signs',
      fc
        .array(fc.constantFrom(...'\n \t:-?[]{}#&*!|>\'"%@`,a1~\r\u0000\u001b\u2028\ud800'), { maxLength: 60 })
        .map((all) => all.join('')),
    ],
    ['trees', fc.jsonValue().map((value) => stringify(value))],
    ['trees in the places of a scenario', treeInPlace],
    ['changed scenarios', mutated],
  ])('%s', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(broken(text)).toEqual([]);
      }),
      parameters,
    );
  });
});
