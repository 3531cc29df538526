import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { course } from '../../src/report/course.js';
import { bundledText } from '../support/bundled.js';
import { bin, cli, ended, inFolder, shell } from '../support/cli.js';
import { smallWorld } from '../support/play.js';

const transcript = (name: string) => readFileSync(new URL(`../transcripts/${name}`, import.meta.url), 'utf8');

describe('run', () => {
  test('prints the transcript of duplicate-900 and exits with 0', async () => {
    expect(await cli(['run', 'duplicate-900'])).toEqual({
      code: 0,
      signal: null,
      out: transcript('duplicate-900.en.txt'),
      err: '',
    });
  });

  test('prints it in Russian, as text and as JSON', async () => {
    expect((await cli(['run', 'duplicate-900', '--lang', 'ru'])).out).toBe(transcript('duplicate-900.ru.txt'));
    expect((await cli(['run', 'duplicate-900', '--lang', 'ru', '--format', 'json'])).out).toBe(
      transcript('duplicate-900.ru.json'),
    );
  });

  test('INBOX_SIM_LANG chooses the language, a flag goes before it', async () => {
    const env = { PATH: process.env.PATH, INBOX_SIM_LANG: 'ru' };
    expect((await cli(['list'], { env })).out).toContain('Одно событие приходит дважды');
    expect((await cli(['list', '--lang', 'en'], { env })).out).toContain('The same event arrives twice');
    const wrong = await cli(['list'], { env: { ...env, INBOX_SIM_LANG: 'de' } });
    expect([wrong.code, wrong.err]).toEqual([2, 'inbox-sim: INBOX_SIM_LANG is "de"; it can be en or ru\n']);
  });

  test('off a terminal neither the locale nor the width nor CI changes a byte', async () => {
    const env = { PATH: process.env.PATH, LANG: 'ru_RU.UTF-8', COLUMNS: '200', TERM: 'xterm-256color', CI: 'true' };
    expect((await cli(['run', 'duplicate-900'], { env })).out).toBe(transcript('duplicate-900.en.txt'));
  });

  test('FORCE_COLOR colours a pipe, NO_COLOR does not, and the text below is the same', async () => {
    const coloured = await cli(['run', 'duplicate-900'], { env: { PATH: process.env.PATH, FORCE_COLOR: '1' } });
    expect(coloured.out).toContain('\u001b[32m+\u001b[39m \u001b[32mevent-ticket-900\u001b[39m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are what is taken away.
    expect(coloured.out.replace(/\u001b\[\d+m/g, '')).toBe(transcript('duplicate-900.en.txt'));
    expect((await cli(['run', 'duplicate-900'], { env: { PATH: process.env.PATH, NO_COLOR: '1' } })).out).toBe(
      transcript('duplicate-900.en.txt'),
    );
  });

  test('--tables changed leaves out what did not change, none leaves out all tables', async () => {
    const changed = await cli(['run', 'two-events-901', '--tables', 'changed']);
    const none = await cli(['run', 'two-events-901', '--tables', 'none']);
    const headings = (text: string) => text.split('\n').filter((line) => /^ {3}(history|tickets)\./.test(line));
    expect(headings(changed.out)).toEqual([
      '   tickets.status.v1-1',
      '   tickets.status.v1-1',
      '   history.inbox',
      '   history.history_events',
      '   history.inbox',
      '   history.history_events',
    ]);
    expect(headings(none.out)).toEqual([]);
  });

  test('a variant that is wrong on purpose passes where the scenario announces it', async () => {
    const { code, out } = await cli(['run', 'duplicate-900', '--variant', 'no-inbox', '--tables', 'none']);
    expect(code).toBe(0);
    expect(out).toContain(
      '✗ one-row-per-event      violated, as announced\n     event-ticket-900 has 2 rows in history.history_events. (step 6)',
    );
  });

  test('what the report says of the offset is what happened to it', async () => {
    const { code, out } = await cli([
      'run',
      'commit-lost-in-network',
      '--variant',
      'unknown-advances',
      '--tables',
      'none',
    ]);
    expect(code).toBe(0);
    expect(out).toContain(`     outcome         unknown         the program moves past it all the same, to
                                     offset 1
     commit-offset   offset 1
`);
    expect(out).not.toContain('offset stays:');
  });

  test('a variant of which the scenario announces nothing is held to its own, and the report says so', async () => {
    const { code, out } = await cli(['run', 'two-events-901', '--variant', 'no-inbox', '--tables', 'none']);
    expect(code).toBe(1);
    expect(out).toContain(
      'The scenario announces nothing of its own for no-inbox; it was held to what it\nsays of its own variant.\n',
    );
  });

  test('exit codes: 1 not as announced, 3 inconclusive', async () => {
    await inFolder(async (folder) => {
      writeFileSync(
        join(folder, 'a.yaml'),
        smallWorld('  - publisher: {produce: e1}\n  - run: p\n    expect: {outcome: unknown}'),
      );
      writeFileSync(
        join(folder, 'b.yaml'),
        smallWorld('  - publisher: {produce: e1}\n  - run: p\n    fault: {rollback: lost-reply}'),
      );
      const unexpected = await cli(['run', 'a.yaml'], { cwd: folder });
      expect(unexpected.code).toBe(1);
      expect(unexpected.out).toContain('     line 15: outcome: expected unknown, found applied\n');
      expect(unexpected.out).toContain(
        'Not as announced: something else happened than the scenario promises.\nAgain: inbox-sim run a.yaml\n',
      );
      const unfired = await cli(['run', './b.yaml'], { cwd: folder });
      expect(unfired.code).toBe(3);
      expect(unfired.out).toContain('line 15: the fault lost-reply of step 2 never fired: no rollback number 1 was');
    });
  });

  test('many records: the first units are written out, the rest is summed up, long tables are cut', async () => {
    await inFolder(async (folder) => {
      const steps = '  - publisher: {produce: {event: e1, count: 100}}\n  - run: {process: p, until: idle}';
      writeFileSync(join(folder, 'many.yaml'), smallWorld(steps, 'invariants: [one-row-per-event]'));
      const { code, out } = await cli(['run', './many.yaml'], { cwd: folder });
      expect(code).toBe(0);
      expect(out).toContain('     ... 96 more records: applied 96\n');
      expect(out).toContain('     ... 88 more above\n');
      expect(out.split('\n').length).toBeLessThan(130);
    });
  });

  test('what the embedded PostgreSQL cannot give is refused by name, with the step', async () => {
    await inFolder(async (folder) => {
      const steps =
        '  - publisher: {produce: e1}\n  - publisher: {produce: e2}\n  - run: {process: p, until: idle}\n  - A: BEGIN ISOLATION LEVEL REPEATABLE READ\n  - A: SELECT * FROM inbox\n  - B: SELECT * FROM inbox\n  - A: COMMIT';
      const actors = 'actors: {A: {database: history}, B: {database: history}}\ninvariants: [one-row-per-event]';
      writeFileSync(join(folder, 'two.yaml'), smallWorld(steps, actors));
      const { code, err } = await cli(['run', './two.yaml'], { cwd: folder });
      expect(code).toBe(2);
      expect(err).toBe(
        'inbox-sim: ./two.yaml:19: step 6: B asks PostgreSQL for something while A has a transaction above READ COMMITTED open; the embedded PostgreSQL would lose its snapshot. Run it on a real server: --postgres URL.\n',
      );
    });
  });
});

describe('--out', () => {
  test('writes the report to a file, and nothing else beside it', async () => {
    await inFolder(async (folder) => {
      const { code, out } = await cli(['run', 'duplicate-900', '--out', 'report.txt'], { cwd: folder });
      expect([code, out, readdirSync(folder)]).toEqual([0, '', ['report.txt']]);
      expect(readFileSync(join(folder, 'report.txt'), 'utf8')).toBe(transcript('duplicate-900.en.txt'));
    });
  });

  test('replaces a file that is there', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'report.json'), 'old');
      await cli(['run', 'duplicate-900', '--format', 'json', '--out', 'report.json'], { cwd: folder });
      expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe(transcript('duplicate-900.en.json'));
    });
  });

  test('a link is followed, and a file keeps its permissions', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'real.txt'), 'old', { mode: 0o600 });
      symlinkSync('real.txt', join(folder, 'link.txt'));
      await cli(['run', 'duplicate-900', '--out', 'link.txt'], { cwd: folder });
      expect(readFileSync(join(folder, 'real.txt'), 'utf8')).toBe(transcript('duplicate-900.en.txt'));
      expect([readdirSync(folder), statSync(join(folder, 'real.txt')).mode & 0o777]).toEqual([
        ['link.txt', 'real.txt'],
        0o600,
      ]);
    });
  });

  test('the scenario itself is not overwritten', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'own.yaml'), bundledText('duplicate-900'));
      const { code, err } = await cli(['run', './own.yaml', '--out', 'own.yaml'], { cwd: folder });
      expect([code, err]).toEqual([
        2,
        'inbox-sim: own.yaml belongs to the scenario itself; the report would overwrite it\n',
      ]);
      expect(readFileSync(join(folder, 'own.yaml'), 'utf8')).toBe(bundledText('duplicate-900'));
    });
  });

  test('a device is written to directly', async () => {
    const { code, out } = await shell('$INBOX_SIM run duplicate-900 --out /dev/stdout | cat');
    expect([code, out]).toEqual([0, transcript('duplicate-900.en.txt')]);
  });

  test.each([
    ['missing/report.txt', 'missing/report.txt cannot be written: there is no such file or folder'],
    ['folder', 'folder is a folder; --out needs the name of a file'],
    ['file/report.txt', 'file/report.txt cannot be written: a part of the path is no folder'],
  ])('%s is refused, and nothing is left behind', async (target, message) => {
    await inFolder(async (folder) => {
      mkdirSync(join(folder, 'folder'));
      writeFileSync(join(folder, 'file'), 'here');
      const { code, out, err } = await cli(['run', 'duplicate-900', '--out', target], { cwd: folder });
      expect({ code, out, err, files: readdirSync(folder) }).toEqual({
        code: 2,
        out: '',
        err: `inbox-sim: ${message}\n`,
        files: ['file', 'folder'],
      });
    });
  });

  test('a folder that may not be written is refused', async (context) => {
    // Root may write everywhere, so that nothing is refused to it; /proc refuses everybody.
    const target = process.getuid?.() === 0 ? '/proc/report.txt' : 'locked/report.txt';
    await inFolder(async (folder) => {
      mkdirSync(join(folder, 'locked'));
      chmodSync(join(folder, 'locked'), 0o500);
      const { code, err } = await cli(['run', 'duplicate-900', '--out', target], { cwd: folder });
      expect(code, context.task.name).toBe(2);
      expect(err).toMatch(
        /^inbox-sim: \S+report\.txt cannot be written: (permission denied|there is no such file or folder)\n$/,
      );
    });
  });
});

describe('list and show', () => {
  test('list names every bundled scenario with its title and what it teaches', async () => {
    const { code, out } = await cli(['list', '--format', 'json']);
    expect(code).toBe(0);
    const listed = JSON.parse(out) as {
      id: string;
      title: string;
      teaches: string;
      theme: string;
      variants: string[];
    }[];
    expect(listed.map(({ id }) => id)).toEqual(course.flatMap(({ scenarios }) => scenarios));
    expect(listed.find(({ id }) => id === 'split-transaction-bug')).toEqual({
      id: 'split-transaction-bug',
      title: 'The marker is committed alone',
      teaches:
        'Two commits in place of one: a crash between them leaves a marker without a row, and the redelivery takes the lost event for one already handled.',
      theme: 'one-transaction',
      variants: [
        'split-inbox-first',
        'inbox',
        'split-history-first',
        'no-inbox',
        'check-then-insert',
        'offset-first',
        'highest-offset',
        'unknown-advances',
        'no-rows-is-error',
        'save-after-false',
        'rollback-after-commit',
        'no-rollback',
        'wrapped-error',
      ],
    });
  });

  test('show tells what a scenario does without running it', async () => {
    const { code, out } = await cli(['show', 'history-first-refused']);
    expect(code).toBe(0);
    expect(out.split('\n').slice(0, 8)).toEqual([
      'history-first-refused · The history row is committed first',
      'The foreign key refuses a history row without a marker. Nothing wrong is stored,',
      'but the event never is either.',
      '',
      '   inbox                   marker and history row in one transaction, the offset',
      '                           after it',
      '   split-inbox-first       commits the marker first, then the history row in a',
      '                           second transaction (wrong on purpose)',
    ]);
    expect(out).toContain('   invariants: no-lost-event, drained (meant to be violated)\n');
  });
});

describe('wrong use', () => {
  test.each([
    [['run', 'duplicate-90'], 'inbox-sim: there is no scenario "duplicate-90"; did you mean duplicate-900?\n'],
    [['run', 'xyz'], 'inbox-sim: there is no scenario "xyz"; "inbox-sim list" shows them all.\n'],
    [['run', 'duplicate-900', '--variant', 'inbx'], 'inbox-sim: there is no variant "inbx"; did you mean inbox?\n'],
    [['rnu'], "error: unknown command 'rnu'\n(Did you mean run?)\n"],
    [['run'], "error: missing required argument 'scenario'\n"],
    [['run', 'duplicate-900', 'more'], "error: too many arguments for 'run'. Expected 1 argument but got 2.\n"],
    [['run', 'duplicate-900', '--fromat', 'json'], "error: unknown option '--fromat'\n(Did you mean --format?)\n"],
    [
      ['run', 'duplicate-900', '--format', 'xml'],
      "error: option '--format <format>' argument 'xml' is invalid. Allowed choices are text, json.\n",
    ],
    [
      ['run', 'duplicate-900', '--lang', 'de'],
      "error: option '--lang <language>' argument 'de' is invalid. Allowed choices are en, ru.\n",
    ],
    [['run', './missing.yaml'], 'inbox-sim: ./missing.yaml cannot be read: there is no such file or folder\n'],
    [['run', '/'], 'inbox-sim: / is a folder; a scenario is a YAML file\n'],
    [['run', '/dev/zero'], 'inbox-sim: /dev/zero is no plain file; a scenario is a YAML file\n'],
    [
      ['run', 'evil\u001b[31m.yaml'],
      'inbox-sim: evil\\u{1b}[31m.yaml cannot be read: there is no such file or folder\n',
    ],
  ])('%j', async (args, message) => {
    expect(await cli(args)).toEqual({ code: 2, signal: null, out: '', err: message });
  });

  test('an invalid scenario: file, line, column, caret, suggestion, all of it at once', async () => {
    await inFolder(async (folder) => {
      writeFileSync(
        join(folder, 'bad.yaml'),
        bundledText('duplicate-900').replace('processes:', 'procesess:').replace('partitions: 3', 'partitions: x'),
      );
      const { code, out, err } = await cli(['run', 'bad.yaml'], { cwd: folder });
      expect([code, out]).toEqual([2, '']);
      expect(err).toBe(`inbox-sim: bad.yaml is not a scenario yet (2 errors):

bad.yaml:12:36 error wrong-value: expected a whole number from 1 to 1024; found "x"
 12 |   tickets.status.v1: { partitions: x }
    |                                    ^

bad.yaml:25:1 error unknown-key: "procesess" is not known here; did you mean processes?
 25 | procesess:
    | ^^^^^^^^^

More about it, with examples: inbox-sim explain wrong-value
`);
    });
  });

  test.each([
    ['not-yaml.yaml', 'a: [1', 'yaml-syntax'],
    ['utf16.yaml', Buffer.from('id: x', 'utf16le'), 'is not UTF-8 text; save it as UTF-8'],
    ['binary.yaml', Buffer.from([0xff, 0xfe, 0x00]), 'is not UTF-8 text; save it as UTF-8'],
    ['large.yaml', '#'.repeat(2 * 1024 * 1024 + 1), 'has 2.0 MiB; a scenario has at most 2 MiB'],
    ['empty.yaml', '', 'the file holds no scenario'],
  ])('%s is refused in one piece', async (name, content, message) => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, name), content);
      const { code, out, err } = await cli(['run', name], { cwd: folder });
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(message);
      expect(err).not.toMatch(/^ +at /m);
    });
  });
});

describe('help and version', () => {
  test('without arguments and off a terminal it prints help', async () => {
    const help = await cli(['--help']);
    expect(await cli([])).toEqual(help);
    expect([help.code, help.err]).toEqual([0, '']);
    expect(help.out).toContain('inbox-sim run duplicate-900');
  });

  test('help names what is built and nothing else', async () => {
    const { out } = await cli(['--help']);
    const commands = out.slice(out.indexOf('Commands:'));
    const named = [...commands.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
    expect(named).toEqual(['run', 'list', 'show', 'explain', 'compare', 'validate', 'new', 'schema', 'test', 'help']);
  });

  test('help and a command is the help of that command', async () => {
    expect(await cli(['help', 'run'])).toEqual(await cli(['run', '--help']));
  });

  test('--version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(await cli(['--version'])).toEqual({ code: 0, signal: null, out: `${version}\n`, err: '' });
  });
});

describe.each(['missing', 'damaged'])('a package whose data directory is %s', (what) => {
  test('runs initdb and says so on the standard error', async () => {
    await inFolder(async (folder) => {
      const root = new URL('../../', import.meta.url);
      for (const part of ['bin', 'scenarios', 'package.json'])
        cpSync(new URL(part, root), join(folder, part), { recursive: true });
      cpSync(new URL('dist', root), join(folder, 'dist'), {
        recursive: true,
        filter: (source) => !source.endsWith('.tar'),
      });
      if (what === 'damaged') {
        const archive = readdirSync(new URL('dist/postgres', root)).find((name) => name.endsWith('.tar')) ?? '';
        writeFileSync(join(folder, 'dist/postgres', archive), 'no tar');
      }
      symlinkSync(new URL('node_modules', root), join(folder, 'node_modules'));
      const { code, out, err } = await ended(
        spawn(process.execPath, [join(folder, 'bin/inbox-sim.js'), 'run', 'duplicate-900'], {
          stdio: ['ignore', 'pipe', 'pipe'],
          env: {},
        }),
      );
      expect({ code, out, err }).toEqual({
        code: 0,
        out: transcript('duplicate-900.en.txt'),
        err: 'warning: no prepared data directory fits this PGlite, so that initdb has to run, which takes seconds; reinstall inbox-sim, or in a clone run "npm run build".\n',
      });
    });
  });
});

describe('pipes and interrupts', () => {
  test('a reader that goes away ends the output quietly', async () => {
    const { out, err } = await shell('$INBOX_SIM run duplicate-900 | head -1; echo "${PIPESTATUS[0]}"');
    expect([out, err]).toEqual(['duplicate-900 · The same event arrives twice\n0\n', '']);
  });

  test('a closed standard output is no crash', async () => {
    const { code, err } = await shell('$INBOX_SIM list >&-');
    expect([code, err]).toEqual([0, '']);
  });

  test('a full device is said', async () => {
    const { code, err } = await shell('$INBOX_SIM run duplicate-900 > /dev/full');
    expect([code, err]).toEqual([
      2,
      'inbox-sim: the result cannot be written to the standard output: no space is left on the device\n',
    ]);
  });

  test('Ctrl-C in the middle: 130, and no half-written file', async () => {
    await inFolder(async (folder) => {
      writeFileSync(
        join(folder, 'long.yaml'),
        smallWorld(
          '  - publisher: {produce: e2}\n  - publisher: {produce: {event: e1, count: 50000}}\n  - run: {process: p, until: idle}',
          'invariants: [one-row-per-event]',
        ),
      );
      const child = spawn(process.execPath, [bin, 'run', 'long.yaml', '--out', 'report.txt'], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const end = ended(child);
      // The part of the report appears once the run has begun.
      while (!readdirSync(folder).some((name) => name.endsWith('.part')))
        await new Promise((resolve) => setTimeout(resolve, 20));
      child.kill('SIGINT');
      expect(await end).toEqual({ code: 130, signal: null, out: '', err: '' });
      expect(readdirSync(folder)).toEqual(['long.yaml']);
    });
  });
});
