import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, inFolder } from '../support/cli.js';

/** A link, a colour, a bell, a return and a clearing of the screen; marks that turn the direction, and that nobody sees. */
const evil =
  '"\\e]8;;http://evil\\e\\\\x\\e[31m\\a\\b\\r\\x9b2J\\u202e\\u2066\\u200b\\u200d\\u2060\\ufeff\\u2028\\u3164y"';
const shown = /\\u\{1b\}\]8;;http:\/\/evil\\u\{1b\}/;

/** Every text of a scenario that may be anything is that one. */
const everywhere = `id: evil
title: ${evil}
teaches: {en: ${evil}, ru: ${evil}}
databases: {d: {schema: "CREATE TABLE a(b text, \\"c\\e[31m\\u202ed\\" text)"}}
topics: {t: {partitions: 1}}
events:
  e: {topic: t, key: ${evil}, headers: [{${evil}: ${evil}}], value: {event_id: ${evil}, ${evil}: ${evil}}}
  f: {topic: t, value: ${evil}}
groups: {g: {topic: t, reset: earliest}}
actors: {A: {database: d, group: g, memory: {m: ${evil}}}}
invariants: [{name: own, sql: SELECT b FROM a, message: ${evil}}]
steps:
  - P: {produce: e}
    label: ${evil}
  - P: {produce: {topic: t, key: ${evil}, value: ${evil}, headers: [{${evil}: ${evil}}]}}
  - P: {produce: f}
  - A: fetch
    as: got
    concludes: applied
    expect: {records: [${evil}, {key: ${evil}, value: ${evil}}]}
  - A: "INSERT INTO a VALUES ('\\e[31m\\u202e', $1) RETURNING *, 1 AS \\"\\e[31m\\u202e\\""
    params: [${evil}]
    expect: {rows: [[${evil}], {${evil}: ${evil}}], tag: ${evil}, error: ${evil}, constraint: ${evil}}
  - A: INSERT INTO a VALUES (\${m}, \${got.first.key})
  - A: "SELECT '\\e[31m' FROM nowhere_\\u202e"
    fault: {error: 53300, occurrence: 2}
  - A: "DO $$ BEGIN RAISE EXCEPTION '\\e[31m' USING CONSTRAINT = '\\e[31m'; END $$"
  - A: {effect: {name: ${evil}, event: ${evil}}}
  - A: {commit-offset: {offset: 1, metadata: ${evil}}}
  - say: ${evil}
branches: {one: {title: ${evil}}}
end:
  tables: {d.a: [[${evil}, x]]}
  log: {t: {0: [${evil}]}}
  ledger: [[${evil}, ${evil}]]
`;

/** What the loader warns of, in the order of the text. */
const warned = [
  '2:8 missing-translation',
  '11:57 missing-translation',
  '14:12 unused-label',
  '26:12 fault-never-fires',
  '30:10 missing-translation',
  '31:25 missing-translation',
];
/** What PostgreSQL says of statements that the scenario does not expect to fail. */
const failed = ['25: nowhere_\\u{202e}', '27: \\u{1b}[31m'];

/** The place and the code of each warning, and of each error of PostgreSQL its line and what was not to be shown. */
function toldOf(err: string): string[] {
  return err.split('\n').flatMap((line) => {
    const [, place, code] = /^evil\.yaml:(\d+:\d+) \p{L}+ ([\w-]+): /u.exec(line) ?? [];
    const [, at, said] = /^evil\.yaml:(\d+): .* PostgreSQL .*?((?:nowhere_)?\\u\{.*?\}(?:\[31m)?)/.exec(line) ?? [];
    return place ? [`${place} ${code}`] : at ? [`${at}: ${said}`] : [];
  });
}

/** Characters that a terminal or a reader could be deceived by. */
function deceiving(text: string): string[] {
  return (
    text.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu)?.filter((each) => each !== '\n') ?? []
  );
}

test.each([
  [['run', 'evil.yaml'], 1, [...warned, ...failed]],
  [['run', 'evil.yaml', '--lang', 'ru', '--tables', 'changed'], 1, [...warned, ...failed]],
  [['show', 'evil.yaml'], 0, warned],
])('%j writes out what could steer a terminal', async (args, code, told) => {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, 'evil.yaml'), everywhere);
    const ended = await cli(args, { cwd: folder });
    expect([ended.code, toldOf(ended.err)]).toEqual([code, told]);
    expect(deceiving(ended.out + ended.err)).toEqual([]);
    expect(ended.err).toMatch(shown);
    expect(ended.out.replaceAll(/\n\s*/g, '')).toMatch(shown);
  });
});

test('what is wrong with a scenario is told without what could steer a terminal', async () => {
  await inFolder(async (folder) => {
    const name = 'evil\u001b[31m\u202e.yaml';
    const wrong = `${evil}: 1
id: ${evil}
title: {${evil}: 1}
teaches: a
databases: {${evil}: {schema: history}, d: {schema: ${evil.replace('y"', 'y.sql"')}}, e: {schema: "DROP \\e[31m\\u202e"}}
topics: {${evil}: {partitions: ${evil}}}
invariants: [${evil}]
actors: {A: {database: ${evil}, group: ${evil}}, B: {database: d}}
steps:
  - run: ${evil}
  - ${evil}: SELECT 1
  - B: {${evil}: 1}
  - B: "COPY \\e[31m"
  - B: "SELECT '\${\\e[31m}', \${\\e[31m}"
  - B: SELECT 1
    fault: {${evil}: 1}
  - B: SELECT 1
    fault: ${evil}
  - advance: ${evil}
`;
    writeFileSync(join(folder, name), wrong);
    writeFileSync(join(folder, 'raw.yaml'), 'id: \u202e\u0007\u200b\u001b[31m\n\ttitle: a');
    for (const file of [name, 'raw.yaml']) {
      const { code, out, err } = await cli(['run', file.includes('raw') ? file : `./${file}`], { cwd: folder });
      expect([code, out, deceiving(err)]).toEqual([2, '', []]);
      expect(err).toContain(
        file === name ? './evil\\u{1b}[31m\\u{202e}.yaml:1:1 error unknown-key: ' : 'raw.yaml:2:1 error yaml-syntax: ',
      );
    }
  });
});

const typed = '\u001b]0;owned\u0007\u009b31m\u202e\u2066\u200e\u061c\u0085\u2028\u2029\ufeffx';
const written = '\\u{1b}]0;owned\\u{7}\\u{9b}31m\\u{202e}\\u{2066}\\u{200e}\\u{61c}\\u{85}\\u{2028}\\u{2029}\\u{feff}x';

test.each([
  [[typed]],
  [['run', typed]],
  [['run', `./${typed}`]],
  [['run', 'duplicate-900', '--variant', typed]],
  [['run', 'duplicate-900', '--format', typed]],
  [['run', 'duplicate-900', '--statement-timeout', typed]],
  [['run', 'duplicate-900', '--max-rows', typed]],
  [['run', 'duplicate-900', '--out', `nowhere/${typed}`]],
  [['run', 'duplicate-900', `--${typed}`]],
  [['list', '--lang', typed]],
  [['list', `--${typed}`]],
  [['show', typed]],
  [['explain', typed]],
  [['validate', typed]],
  [['new', 'a-b', '--template', typed]],
  [['new', 'a-b', '--template', 'program', '--dir', typed]],
  [['new', typed, '--template', 'program']],
])('what was typed is repeated without what could steer a terminal: %j', async (args) => {
  await inFolder(async (folder) => {
    const ended = await cli(args, { cwd: folder });
    expect([ended.code, deceiving(ended.out + ended.err)]).toEqual([2, []]);
    expect(ended.out + ended.err).toContain(written);
  });
});

test('so is what the environment says', async () => {
  const ended = await cli(['list'], { env: { ...process.env, INBOX_SIM_LANG: typed } });
  expect([ended.code, ended.out, deceiving(ended.err)]).toEqual([2, '', []]);
  expect(ended.err).toContain(written);
});
