import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bundledScenarios, bundledText } from '../support/bundled.js';
import { bin, cli, type Ended, ended, inFolder } from '../support/cli.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const env = { PATH: process.env.PATH, HOME: process.env.HOME };
const inCi = { ...env, CI: 'true' };

/** A scenario of one insert into a table of its own; `expect` is what it expects of it, on line 7. */
function tiny(id: string, expected = '{count: 1}', insert = 'INSERT INTO t VALUES (1)'): string {
  return `id: ${id}
title: ${id}
teaches: ${id}
databases: {shop: {schema: "CREATE TABLE t(id float)"}}
actors: {A: {database: shop}}
steps:
  - A: "${insert}"
    expect: ${expected}
`;
}

/** Runs `inbox-sim test` in a folder that holds `files`. */
function suite(
  files: Readonly<Record<string, string>>,
  use: (run: (...args: string[]) => Promise<Ended>, folder: string) => Promise<void>,
): Promise<void> {
  return inFolder(async (folder) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    await use((...args) => cli(['test', ...args], { cwd: folder, env }), folder);
  });
}

/** The lines of cases, without what comes below them. */
function lines(out: string): string[] {
  return out.split('\n\n')[0]?.split('\n') ?? [];
}

const snapshots = (folder: string) => readdirSync(join(folder, '__snapshots__')).sort();

describe('what belongs to the repository', () => {
  test('the cases pass with the snapshots that are stored', { timeout: 300_000 }, async () => {
    const { code, out, err } = await cli(['test', 'test/cases'], { cwd: root, env: inCi });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/\n\n41 cases: 41 passed\n$/);
  });

  test('where nothing is named the bundled ones are run, and every variant that they announce', {
    timeout: 300_000,
  }, async () => {
    const { code, out } = await cli(['test'], { env: inCi });
    const ids = bundledScenarios().map(({ id }) => id);
    expect(code).toBe(0);
    expect(lines(out)).toHaveLength(90);
    expect([...new Set(lines(out).map((line) => /^✓ ([a-z0-9-]+)/.exec(line)?.[1]))]).toEqual(ids);
  });

  test('several workers give the same bytes as one', async () => {
    const some = ['test', '--reporter', 'json', '--filter', 'commit|crash|duplicate'];
    const one = await cli(some, { env: inCi });
    const three = await cli([...some, '--workers', '3'], { env: inCi });
    expect(three).toEqual(one);
    expect((JSON.parse(one.out) as { totals: { passed: number } }).totals.passed).toBeGreaterThan(20);
  });

  test('a snapshot holds no path, and is the same for whoever runs it from wherever', async () => {
    await suite({ 'deep/er/d.yaml': bundledText('duplicate-900') }, async (run, folder) => {
      expect((await run('deep', '--lang', 'ru', '--filter', '900$')).code).toBe(0);
      const stored = readFileSync(join(root, 'scenarios/__snapshots__/duplicate-900.txt'), 'utf8');
      expect(readFileSync(join(folder, 'deep/er/__snapshots__/duplicate-900.txt'), 'utf8')).toBe(stored);
    });
  });
});

describe('snapshots', () => {
  test('a missing one is written, and is an error in CI', async () => {
    await suite({ 'a.yaml': tiny('a') }, async (run, folder) => {
      const ci = await cli(['test', 'a.yaml'], { cwd: folder, env: inCi });
      expect([ci.code, readdirSync(folder)]).toEqual([1, ['a.yaml']]);
      expect(ci.out).toContain('__snapshots__/a.txt is missing, and in CI none is written');
      expect(await run('a.yaml')).toMatchObject({
        code: 0,
        out: '✓ a · snapshot written\n\n1 case: 1 passed\nsnapshots: 1 written\n',
      });
      expect((await cli(['test', 'a.yaml'], { cwd: folder, env: inCi })).out).toBe('✓ a\n\n1 case: 1 passed\n');
    });
  });

  test('another one is shown with the line of the step, and -u stores it', async () => {
    await suite({ 'a.yaml': tiny('a') }, async (run, folder) => {
      await run('a.yaml');
      writeFileSync(join(folder, 'a.yaml'), tiny('a', '{count: 1}', 'INSERT INTO t VALUES (2)'));
      const { code, out } = await run('a.yaml');
      expect(code).toBe(1);
      expect(out).toBe(`✗ a · failed

not passed

✗ a · failed
  a.yaml:7
   7 |   - A: "INSERT INTO t VALUES (2)"
    __snapshots__/a.txt has something else (- stored, + this run). If this run
      is right, "inbox-sim test -u" stores it.
      a · a
      a

    - 1  A · INSERT INTO t VALUES (1)
    + 1  A · INSERT INTO t VALUES (2)
           sql             INSERT 0 1

         shop.t
           id
    -    + 1
    +    + 2

      As announced: what the scenario promises is what happened.

1 case: 1 failed
`);
      expect((await run('a.yaml', '-u')).out).toBe(
        '✓ a · snapshot updated\n\n1 case: 1 passed\nsnapshots: 1 updated\n',
      );
      expect((await run('a.yaml')).code).toBe(0);
    });
  });

  test('line ends that Git has changed are no difference', async () => {
    await suite({ 'a.yaml': tiny('a') }, async (run, folder) => {
      await run('a.yaml');
      const file = join(folder, '__snapshots__/a.txt');
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
      expect((await run('a.yaml')).out).toBe('✓ a\n\n1 case: 1 passed\n');
    });
  });

  test('one with the marks of a merge conflict is said to have them', async () => {
    const conflict = 'a · a\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> main\n';
    await suite({ 'a.yaml': tiny('a'), '__snapshots__/a.txt': conflict }, async (run) => {
      const { code, out } = await run('a.yaml');
      expect(code).toBe(1);
      expect(out).toContain('__snapshots__/a.txt:2 has the marks of a merge conflict');
      expect((await run('a.yaml', '-u')).out).toContain('1 updated');
    });
  });

  test('of what is not as announced none is written, not even with -u', async () => {
    await suite({ 'a.yaml': tiny('a', '{count: 2}') }, async (run, folder) => {
      expect((await run('a.yaml', '-u')).code).toBe(1);
      expect(readdirSync(folder)).toEqual(['a.yaml']);
    });
  });

  test('those that no scenario has are reported, and --prune removes them and nothing else', async () => {
    const files = {
      'a.yaml': tiny('a'),
      'b.yaml': tiny('b'),
      'broken.yaml': 'id: c\nsteps: [',
      '__snapshots__/gone.txt': 'gone · title\n',
      '__snapshots__/a.inbox.txt': 'a · title\n',
      '__snapshots__/b.txt': 'b · b\n',
      '__snapshots__/c.txt': 'c · c\n',
      '__snapshots__/other.txt': 'somebody else has written this\n',
      '__snapshots__/a.test.ts.snap': 'exports[`a`] = ``',
    };
    await suite(files, async (run, folder) => {
      const told = 'no scenario has; --prune removes them:\n  __snapshots__/a.inbox.txt\n  __snapshots__/gone.txt\n';
      const { code, out } = await run('a.yaml');
      expect(code).toBe(0);
      expect(out).toContain(told);
      expect(snapshots(folder)).toHaveLength(7);
      expect((await run('a.yaml', '--prune')).out).toContain('\nremoved 2 snapshots that no scenario has:\n');
      expect(snapshots(folder)).toEqual(['a.test.ts.snap', 'a.txt', 'b.txt', 'c.txt', 'other.txt']);
    });
  });

  test.runIf(process.platform === 'linux')(
    'where nothing can be written that is said, and the others are run',
    async () => {
      await suite({ 'x/a.yaml': tiny('a'), 'y/b.yaml': tiny('b') }, async (run, folder) => {
        // Not even the superuser can create a file there.
        symlinkSync('/sys', join(folder, 'x/__snapshots__'));
        const { code, out } = await run('x', 'y');
        expect(code).toBe(2);
        expect(lines(out)).toEqual(['✗ a · invalid', '✓ b · snapshot written']);
        expect(out.replace(/\s+/g, ' ')).toMatch(
          /x\/__snapshots__\/a\.txt cannot be written: (.*: )?(permission denied|the file system is read-only)/,
        );
      });
    },
  );

  test('where one cannot be read that is said', async () => {
    await suite({ 'a.yaml': tiny('a') }, async (run, folder) => {
      mkdirSync(join(folder, '__snapshots__/a.txt'), { recursive: true });
      const { code, out } = await run('a.yaml');
      expect(code).toBe(2);
      expect(out).toContain('__snapshots__/a.txt cannot be read: it is a folder');
    });
  });
});

describe('which cases', () => {
  const files = { 'a.yaml': tiny('a'), 'sub/b.yml': tiny('b'), 'sub/deep/c.yaml': tiny('c'), 'sub/readme.md': 'no' };
  test.each([
    ['a folder', ['sub'], ['✓ b', '✓ c']],
    ['a pattern', ['**/*.yaml'], ['✓ a', '✓ c']],
    ['one that names a file twice', ['sub/*.yml', './sub/b.yml', 'sub'], ['✓ b', '✓ c']],
    ['a bundled one by its id', ['two-events-901', 'a.yaml'], ['✓ two-events-901', '✓ a']],
    ['--filter by a name', ['.', '--filter', '^[ab]$'], ['✓ a', '✓ b']],
    ['--filter by a file', ['.', '--filter', 'sub/'], ['✓ b', '✓ c']],
  ])('%s', async (_, args, expected) => {
    await suite(files, async (run) => {
      await run('.');
      const { code, out } = await run(...args);
      expect([code, lines(out)]).toEqual([0, expected]);
    });
  });

  test('--variant runs one variant of all that have it', async () => {
    await suite({ ...files, 'd.yaml': bundledText('duplicate-900') }, async (run) => {
      const { code, out } = await run('.', '--variant', 'no-inbox');
      expect([code, lines(out)]).toEqual([0, ['✓ duplicate-900.no-inbox · snapshot written']]);
      expect(await run('.', '--variant', 'no-ibox')).toMatchObject({
        code: 2,
        out: '',
        err: 'inbox-sim: none of these scenarios has a program with the variant "no-ibox"\n',
      });
    });
  });

  test('--list names them without running any', async () => {
    await suite(files, async (run, folder) => {
      expect(await run('.', '--list')).toMatchObject({ code: 0, out: 'a  a.yaml\nb  sub/b.yml\nc  sub/deep/c.yaml\n' });
      const json = await run('sub', '--list', '--reporter', 'json');
      expect(JSON.parse(json.out)).toEqual([
        { name: 'b', file: 'sub/b.yml' },
        { name: 'c', file: 'sub/deep/c.yaml' },
      ]);
      expect(readdirSync(folder)).toEqual(['a.yaml', 'sub']);
    });
  });

  test.each([
    ['a pattern that nothing matches', ['*.yaml', 'x/*.yaml'], 'no file matches x/*.yaml'],
    ['a folder without scenarios', ['empty'], 'empty holds no scenario: no file ends in .yaml or .yml'],
    ['a filter that nothing matches', ['.', '--filter', 'z'], 'no case is called like --filter z; --list shows them'],
  ])('%s', async (_, args, message) => {
    await suite({ ...files, 'empty/readme.md': '' }, async (run) => {
      expect(await run(...args)).toEqual({ code: 2, signal: null, out: '', err: `inbox-sim: ${message}\n` });
    });
  });
});

describe('what goes wrong', () => {
  test('a file that is no scenario, one that is missing, and an id that two share keep nobody else from running', async () => {
    const files = { 'a.yaml': tiny('a'), 'b.yaml': 'id: b\nstep: []\n', 'c.yaml': tiny('c'), 'd.yaml': tiny('a') };
    await suite(files, async (run) => {
      const { code, out } = await run('a.yaml', 'b.yaml', 'missing.yaml', 'c.yaml', 'd.yaml');
      expect(code).toBe(2);
      expect(lines(out)).toEqual([
        '✓ a · snapshot written',
        '✗ b.yaml · invalid',
        '✗ missing.yaml · invalid',
        '✓ c · snapshot written',
        '✗ d.yaml · invalid',
      ]);
      expect(out).toContain(
        '  b.yaml:2\n   2 | step: []\n     | ^^^^\n    unknown-key: "step" is not known here; did you mean steps?\n',
      );
      expect(out).toContain('  missing.yaml\n    missing.yaml cannot be read: there is no such file or folder\n');
      expect(out.replace(/\s+/g, ' ')).toContain('d.yaml:1 1 | id: a the id "a" is also that of a.yaml;');
      expect(out).toMatch(/\n\n5 cases: 2 passed, 3 invalid\nsnapshots: 2 written\n$/);
    });
  });

  test('a scenario that reaches a limit is inconclusive, and the next one runs', async () => {
    const endless = tiny('endless', '{tag: DO}', 'DO $$ BEGIN LOOP END LOOP; END $$');
    await suite({ 'a.yaml': tiny('a'), 'b.yaml': endless, 'c.yaml': tiny('c') }, async (run) => {
      const { code, out } = await run('.', '--statement-timeout', '2s');
      expect(code).toBe(3);
      expect(lines(out)).toEqual(['✓ a · snapshot written', '○ endless · inconclusive', '✓ c · snapshot written']);
      expect(out).toMatch(/ {2}b\.yaml:7\n {3}7 \| .*\n {4}line 7: step 1 .*\n {6}\(--statement-timeout/);
    });
  });

  test('what PostgreSQL does not take, and what it says of an error', async () => {
    const files = {
      'a.yaml': tiny('a').replace('float', 'flaot'),
      'b.yaml': tiny('b', '{count: 1}', 'SELECT nope FROM t'),
    };
    await suite(files, async (run) => {
      const { code, out } = await run('.');
      expect(code).toBe(2);
      expect(lines(out)).toEqual(['✗ a · invalid', '✗ b · failed']);
      expect(out).toContain('type "flaot" does not exist');
      expect(out).toContain('step 1: PostgreSQL says: column "nope" does not exist');
    });
  });

  test('--bail ends at the first that does not pass', async () => {
    const files = { 'a.yaml': tiny('a'), 'b.yaml': tiny('b', '{count: 3}'), 'c.yaml': tiny('c'), 'd.yaml': tiny('d') };
    await suite(files, async (run, folder) => {
      const { code, out } = await run('.', '--bail', '--workers', '2');
      expect([code, lines(out)]).toEqual([1, ['✓ a · snapshot written', '✗ b · failed']]);
      expect(out).toMatch(/\n\n4 cases: 1 passed, 1 failed, 2 not run\nsnapshots: 1 written\nEnded at the first/);
      expect(snapshots(folder)[0]).toBe('a.txt');
    });
  });

  test('--repeat finds what does not come out the same, and names the first difference', async () => {
    const files = { 'a.yaml': tiny('a'), 'b.yaml': tiny('b', '{count: 1}', 'INSERT INTO t VALUES (random())') };
    await suite(files, async (run, folder) => {
      const { code, out } = await run('.', '--repeat', '3');
      expect([code, lines(out)]).toEqual([1, ['✓ a · snapshot written', '✗ b · failed']]);
      expect(out).toMatch(
        / {2}b\.yaml:7\n.*\n {4}run 2 came out otherwise than the first \(- run 1, \+ run 2\):\n {4}- {4}\+ 0\.\d+\n {4}\+ {4}\+ 0\.\d+\n/,
      );
      expect(snapshots(folder)).toEqual(['a.txt']);
    });
  });

  test('Ctrl-C: what ran is reported, also in files, and the code is 130', async () => {
    await suite({ 'a.yaml': tiny('a'), 'b.yaml': tiny('b') }, async (_, folder) => {
      const args = ['test', '.', '--repeat', '1000', '--reporter', 'default', '--reporter', 'tap:out.tap'];
      const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
      const end = ended(child);
      child.stdout.once('data', () => child.kill('SIGINT'));
      expect(await end).toEqual({
        code: 130,
        signal: null,
        out: '✓ a · snapshot written\n\n2 cases: 1 passed, 1 not run\nsnapshots: 1 written\nInterrupted: 1 did not run.\n',
        err: '',
      });
      expect(readFileSync(join(folder, 'out.tap'), 'utf8')).toBe(
        'TAP version 14\n1..2\nok 1 - a\nBail out! Interrupted: 1 did not run.\n',
      );
    });
  });
});

describe('reporters', () => {
  test('each writes to its own place', async () => {
    await suite({ 'a.yaml': tiny('a'), 'b.yaml': tiny('b', '{count: 2}') }, async (run, folder) => {
      const names = ['default', 'github', 'junit:j.xml', 'json:j.json', 'tap:t.tap', 'default:d.txt'];
      const { code, out } = await run('.', ...names.flatMap((name) => ['--reporter', name]));
      expect(code).toBe(1);
      const annotation = '::error file=b.yaml,line=8,title=b%3A failed::line 8: count: expected 2, found 1\n';
      expect(out).toContain(annotation);
      expect(out.replace(annotation, '')).toBe(readFileSync(join(folder, 'd.txt'), 'utf8'));
      expect(readFileSync(join(folder, 'j.xml'), 'utf8')).toContain(
        '<testsuites name="inbox-sim" tests="2" failures="1" ',
      );
      expect(JSON.parse(readFileSync(join(folder, 'j.json'), 'utf8'))).toMatchObject({
        totals: { passed: 1, failed: 1 },
      });
      expect(readFileSync(join(folder, 't.tap'), 'utf8')).toMatch(/^TAP version 14\n1\.\.2\nok 1 - a\nnot ok 2 - b\n/);
    });
  });

  test.each([
    [['--reporter', 'xml'], 'It is one of default, junit, tap, github, json'],
    [['--reporter', 'junit:'], 'or one of them with a file: junit:FILE.'],
    [
      ['--reporter', 'junit', '--reporter', 'default'],
      'junit and default cannot share the standard output; give junit a file: junit:FILE.',
    ],
    [['--reporter', 'junit:x', '--reporter', 'tap:x'], 'Two reporters cannot write to the same file.'],
    [['--repeat', '0'], 'It is a whole number from 1 to 1000.'],
    [['--workers', 'many'], 'It is a whole number from 1 to 16.'],
    [['--filter', '('], 'It is a regular expression.'],
    [['--watch'], '--watch needs a terminal'],
    [['--reporter', 'tap:./a.yaml'], './a.yaml belongs to the scenario itself; the report would overwrite it'],
    [['--reporter', 'junit:no/folder/x.xml'], 'no/folder/x.xml cannot be written: there is no such file or folder'],
  ])('%j is a usage error', async (args, message) => {
    await suite({ 'a.yaml': tiny('a') }, async (run) => {
      const { code, out, err } = await run('a.yaml', ...args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(message);
    });
  });

  test('in Russian', async () => {
    await suite({ 'a.yaml': tiny('a'), 'b.yaml': tiny('b', '{count: 2}') }, async (run) => {
      const { out } = await run('.', '--lang', 'ru');
      expect(lines(out)).toEqual(['✓ a · снимок записан', '✗ b · не прошло']);
      expect(out).toContain('строка 8: count: ожидалось 2, получено 1');
    });
  });
});
