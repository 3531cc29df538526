import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { INVARIANTS } from '../src/model/names.js';
import { bundledIds } from './support/bundled.js';
import { cli, inFolder } from './support/cli.js';
import { smallWorld } from './support/play.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/^```\n(.*?)^```$/gms)].map(([, block]) => block ?? '');

test('the two commands that do all the set-up stand first', () => {
  expect(blocks.slice(0, 2)).toEqual(['npm install && npx inbox-sim run duplicate-900\n', 'npm install && npm test\n']);
});

test('the excerpt is what the program prints', () => {
  const transcript = readFileSync(new URL('transcripts/commit-lost-in-network.en.txt', import.meta.url), 'utf8');
  expect(transcript).toContain(blocks[2]);
});

test('the excerpt of a comparison is what the program prints', () => {
  const text = readFileSync(new URL('report/compare/texts/duplicate-900.80.en.txt', import.meta.url), 'utf8');
  const excerpts = blocks.filter((block) => block.startsWith('≠'));
  expect(excerpts).toHaveLength(1);
  expect(text).toContain(excerpts[0]);
});

// Ten runs, one after another, may take their time on a slow machine.
test('the commands for suites, and those of the workflow, are what the program understands', {
  timeout: 300_000,
}, async () => {
  const workflow = parse(/^```yaml\n(name: scenarios\n.*?)^```$/ms.exec(readme)?.[1] ?? '') as {
    jobs: { scenarios: { steps: { run?: string }[] } };
  };
  const runs = workflow.jobs.scenarios.steps.flatMap(({ run }) => (run?.startsWith('npx inbox-sim ') ? [run] : []));
  const listed = [...readme.matchAll(/^(?:CI=true )?inbox-sim (test .*?)(?: {2,}.*)?$/gm)].map(
    ([, line]) => line ?? '',
  );
  const commands = [...listed, ...runs.map((run) => run.replace('npx inbox-sim ', ''))];
  expect(commands).toHaveLength(10);
  await inFolder(async (folder) => {
    mkdirSync(join(folder, 'lessons'));
    const scenario = smallWorld('  - publisher: {produce: e1}\n    expect: {offsets: {g: {t: {0: 0}}}}');
    writeFileSync(join(folder, 'lessons/small.yaml'), scenario.replace('id: small', 'id: outbox'));
    symlinkSync('lessons', join(folder, 'scenarios'));
    for (const command of commands) {
      const { code, err } = await cli(command.split(' '), { cwd: folder });
      const watches = command.includes('--watch');
      expect([command, code, err]).toEqual([
        command,
        watches ? 2 : 0,
        watches ? 'inbox-sim: --watch needs a terminal\n' : '',
      ]);
    }
  });
});

test('the tests for vitest are those of the example, which run from the packed package', () => {
  const tests = readFileSync(new URL('example/scenarios.test.ts', import.meta.url), 'utf8');
  expect(readme).toContain(`\`\`\`ts\n${tests}\`\`\`\n`);
});

test('every scenario and invariant that it names is there', () => {
  const named = [...readme.matchAll(/inbox-sim (?:run|show|compare) ([a-z0-9-]+)/g)].map(([, id]) => id ?? '');
  expect(named.filter((id) => !bundledIds().includes(id))).toEqual([]);
  const listed = [...readme.matchAll(/^\| `([a-z-]+)` +\|[^|]*\|$/gm)].map(([, name]) => name);
  expect(listed).toEqual([...INVARIANTS]);
});

const russian = readFileSync(new URL('../README.ru.md', import.meta.url), 'utf8');
/** What stands in code, without what a line of commands says in words behind a command. */
const codeOf = (text: string) =>
  [...text.matchAll(/^```[a-z]*\n(.*?)^```$/gms)].map(([, block = '']) =>
    block.replaceAll(/^((?:CI=true )?inbox-sim .*?) {2,}\S.*$/gm, '$1'),
  );

test('the Russian page has the same commands, examples and parts', () => {
  const isExcerpt = (block: string) => /^(?:≠| {3}(?:Question|Вопрос))/.test(block);
  expect(codeOf(russian).filter((block) => !isExcerpt(block))).toEqual(
    codeOf(readme).filter((block) => !isExcerpt(block)),
  );
  const levels = (text: string) => [...text.matchAll(/^#+(?= )/gm)].map(([level]) => level);
  expect(levels(russian)).toEqual(levels(readme));
  const words = (text: string) => [...new Set(text.match(/`(?:--[a-z-]+|[a-z]+(?:-[a-z]+)+|\d+)`/g))].sort();
  expect(words(russian)).toEqual(words(readme));
  const links = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to);
  expect(links(russian).map((to) => (to === 'README.md' ? 'README.ru.md' : to))).toEqual(links(readme));
});

test('its excerpts are what the program prints in Russian', () => {
  const printed = ['transcripts/commit-lost-in-network.ru.txt', 'report/compare/texts/duplicate-900.80.ru.txt'];
  const excerpts = codeOf(russian).filter((block) => /^(?:≠| {3}Вопрос)/.test(block));
  expect(excerpts).toHaveLength(2);
  for (const [index, excerpt] of excerpts.entries()) {
    expect(readFileSync(new URL(printed[index] ?? '', import.meta.url), 'utf8')).toContain(excerpt);
  }
});
