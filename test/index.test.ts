import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runScenario, ScenarioError, type ScenarioOptions, type ScenarioResult } from 'inbox-sim';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PgliteServer } from '../src/postgres/pglite-server.js';
import { renderSnapshot } from '../src/report/snapshot.js';
import { caseOf, caseOfVariant } from '../src/suite/cases.js';
import { playScenario } from '../src/suite/play.js';
import { bundledText } from './support/bundled.js';
import { cli, inFolder, script } from './support/cli.js';
import { scenarioOf } from './support/play.js';
import { openServer } from './support/server.js';

/** A scenario of actors with a database of their own, in which nothing is left at the end unless `end` says what. */
function own(
  steps: string,
  { schema = 'CREATE TABLE t(id int PRIMARY KEY)', actors = ['A'], end = '[]' }: Partial<OwnParts> = {},
): string {
  return `id: own
title: A row is written twice
teaches: The key refuses the second.
databases: { shop: { schema: ${JSON.stringify(schema)} } }
actors: { ${actors.map((name) => `${name}: { database: shop }`).join(', ')} }
end: { tables: { shop.t: ${end} } }
steps:
${steps}
`;
}

interface OwnParts {
  readonly schema: string;
  readonly actors: readonly string[];
  readonly end: string;
}

const twice = own('  - A: INSERT INTO t VALUES (1)\n  - A: INSERT INTO t VALUES (1)\n    expect: { error: 23505 }', {
  end: '[[1]]',
});

const isolated = own('  - A: BEGIN ISOLATION LEVEL REPEATABLE READ\n  - A: SELECT 1\n  - B: SELECT 1', {
  actors: ['A', 'B'],
});

/** Plays a text from a file of its own. */
function played(text: string, options?: ScenarioOptions): Promise<ScenarioResult> {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'own.yaml'), text);
    return runScenario(join(folder, 'own.yaml'), options);
  });
}

describe('a result', () => {
  test('reads well as a snapshot', async () => {
    expect(await played(twice)).toMatchInlineSnapshot(`
      {
        "id": "own",
        "problems": [],
        "text": "own · A row is written twice
      The key refuses the second.

      1  A · INSERT INTO t VALUES (1)
           sql             INSERT 0 1

         shop.t
           id
         + 1

      2  A · INSERT INTO t VALUES (1)
           sql             error 23505     t_pkey

      As announced: what the scenario promises is what happened.
      ",
        "variant": null,
        "verdict": "as-announced",
      }
    `);
  });

  test('of a run that is not as announced says why', async () => {
    expect(
      await played(own('  - A: SELECT nope FROM t\n  - A: SELECT 1 AS n\n    expect: { rows: [[2]] }')),
    ).toMatchInlineSnapshot(`
      {
        "id": "own",
        "problems": [
          "line 8: no error expected, found 42703",
          "line 10: rows: expected ["2"], found ["1"]",
        ],
        "text": "own · A row is written twice
      The key refuses the second.

      1  A · SELECT nope FROM t
           sql             error 42703
           SELECT nope FROM t
                  ^
           line 8: no error expected, found 42703

      2  A · SELECT 1 AS n
           sql             SELECT 1
             n
             1
           line 10: rows: expected ["2"], found ["1"]

      end
         step 1, line 8: no error expected, found 42703
         step 2, line 10: rows: expected ["2"], found ["1"]

      Not as announced: something else happened than the scenario promises.
      Again: inbox-sim run own
      ",
        "variant": null,
        "verdict": "not-as-announced",
      }
    `);
  });

  test('has the document of the run beside what is compared', async () => {
    const result = await runScenario('duplicate-900');
    const { id, variant, verdict, problems, text } = result;
    expect(result).toStrictEqual({ id, variant, verdict, problems, text });
    const json = readFileSync(new URL('transcripts/duplicate-900.en.json', import.meta.url), 'utf8');
    expect(result.trace).toEqual(JSON.parse(json));
  });

  test('has beside it what the command writes to the standard error', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'own.yaml');
      writeFileSync(file, own('  - A: SELECT nope FROM t', { actors: ['A', 'B'] }));
      const { err } = await cli(['run', file]);
      expect(err).toContain('warning unused-actor');
      expect(err).toContain('PostgreSQL says: column "nope" does not exist\n');
      expect((await runScenario(file)).notes).toBe(err);
    });
  });

  describe('text', () => {
    let server: PgliteServer;
    beforeAll(() => {
      server = openServer();
    });
    afterAll(() => server.close());

    test.each([
      ['two-events-901', undefined],
      ['duplicate-900', 'no-inbox'],
      ['duplicate-900', 'inbox'],
    ])('is the snapshot of %s %s', async (id, variant) => {
      const scenario = scenarioOf(bundledText(id));
      const suiteCase = variant === undefined ? caseOf(scenario, null) : caseOfVariant(scenario, variant);
      const runs = await playScenario(scenario, server, { variant: suiteCase?.variant ?? undefined });
      const result = await runScenario(id, { variant });
      expect([result.id, result.variant]).toEqual([id, variant ?? null]);
      expect(result.text).toBe(suiteCase && renderSnapshot(suiteCase, runs));
    });
  });
});

describe('a scenario', () => {
  test('is the same by its path, from here or from the root, and by its URL', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'with blank.yaml');
      writeFileSync(file, twice);
      const [first, ...others] = await Promise.all(
        [file, relative(process.cwd(), file), pathToFileURL(file)].map((each) => runScenario(each)),
      );
      expect(first?.verdict).toBe('as-announced');
      expect(others).toEqual([first, first]);
    });
  });

  test('that reads SQL from beside it finds it', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'own.sql'), 'CREATE TABLE t(id int PRIMARY KEY)');
      writeFileSync(join(folder, 'own.yaml'), twice.replace(/schema: ".*?"/, 'schema: ./own.sql'));
      expect((await runScenario(pathToFileURL(join(folder, 'own.yaml')))).problems).toEqual([]);
    });
  });
});

describe('a scenario that cannot be played', () => {
  const loop = 'DO $$ BEGIN LOOP END LOOP; END $$';
  const cases: [what: string, text: string | null, options: ScenarioOptions, flags: string[]][] = [
    ['is missing', null, {}, []],
    ['is invalid', 'id: own\nstpes: []\nactors: 1\n', {}, []],
    ['has no such variant', bundledText('duplicate-900'), { variant: 'inbx' }, ['--variant', 'inbx']],
    ['has no variants', twice, { variant: 'inbox' }, ['--variant', 'inbox']],
    ['needs a snapshot beside others', isolated, {}, []],
    ['has a schema that PostgreSQL does not take', own('  - A: SELECT 1', { schema: 'CREATE TABLE t(a itn)' }), {}, []],
    [
      ...(['has a schema that never ends', own('  - A: SELECT 1', { schema: loop })] as const),
      { statementTimeout: 1000 },
      ['--statement-timeout', '1s'],
    ],
  ];

  test.each(cases)('because it %s rejects with what the command says', async (_what, text, options, flags) => {
    await inFolder(async (folder) => {
      const file = join(folder, 'own.yaml');
      if (text !== null) writeFileSync(file, text);
      const { err } = await cli(['run', file, ...flags]);
      expect(err).toMatch(/^inbox-sim: ./);
      const error = await runScenario(file, options).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(ScenarioError);
      expect(`inbox-sim: ${(error as Error).message}\n`).toBe(err);
    });
  });

  test('names the file as it was given', async () => {
    await expect(runScenario('./missing.yaml')).rejects.toThrow(
      new ScenarioError('./missing.yaml cannot be read: there is no such file or folder'),
    );
    await expect(runScenario('duplicate-90')).rejects.toThrow(
      new ScenarioError('there is no scenario "duplicate-90"; did you mean duplicate-900?'),
    );
  });

  test('leaves the next one as it would have been', async () => {
    const [broken, next] = await Promise.allSettled([played(isolated), played(twice)]);
    expect([broken.status, next.status === 'fulfilled' && next.value.verdict]).toEqual(['rejected', 'as-announced']);
  });
});

describe('limits', () => {
  const rows = own('  - A: SELECT * FROM generate_series(1, 4)\n    expect: { tag: SELECT 4 }');

  test('of each run are its own, and one that is reached makes it inconclusive', async () => {
    const results = await Promise.all([
      played(rows, { maxRows: 4 }),
      played(rows, { maxRows: 3 }),
      played(own('  - A: SELECT count(*) FROM generate_series(1, 1e12)'), { scenarioTimeout: 4000 }),
      played(rows),
    ]);
    expect(results.map(({ verdict, problems }) => [verdict, ...problems])).toEqual([
      ['as-announced'],
      ['inconclusive', 'line 8: step 1 was stopped: a statement answered more than 3 rows (--max-rows allows more)'],
      [
        'inconclusive',
        'line 8: step 1 was stopped: PostgreSQL has worked longer than 4s for this scenario (--scenario-timeout allows more)',
      ],
      ['as-announced'],
    ]);
  });

  test('are measured by the real clock, whatever a test makes of it', async () => {
    vi.useFakeTimers();
    try {
      const endless = own('  - A: SELECT count(*) FROM generate_series(1, 1e12)');
      expect((await played(endless, { statementTimeout: 2500 })).problems).toEqual([
        'line 8: step 1 was stopped: a statement took longer than 2500ms (--statement-timeout allows more)',
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    [{ statementTimeout: 0 }, 'statementTimeout is 0; it is a whole number from 1 to 86400000'],
    [{ scenarioTimeout: Number.NaN }, 'scenarioTimeout is NaN; it is a whole number from 1 to 86400000'],
    [{ memoryLimit: 1 }, 'memoryLimit is 1; it is a whole number from 256 to 65536'],
    [{ maxRows: 1.5 }, 'maxRows is 1.5; it is a whole number from 1 to 10000000'],
  ])('%j is refused', async (options, message) => {
    await expect(runScenario('duplicate-900', options)).rejects.toThrow(new RangeError(message));
  });
});

test('runs that are asked for at once come out as one by one', async () => {
  const ids = ['duplicate-900', 'two-events-901', 'commit-lost-in-network', 'duplicate-900'];
  const atOnce = await Promise.all(ids.map((id) => runScenario(id)));
  const oneByOne: ScenarioResult[] = [];
  for (const id of ids) oneByOne.push(await runScenario(id));
  expect(atOnce).toEqual(oneByOne);
  expect(atOnce.map(({ id, verdict }) => [id, verdict])).toEqual(ids.map((id) => [id, 'as-announced']));
});

test('every type that the document of a run is made of can be imported by its name', () => {
  const source = (path: string) => readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8');
  const words = (text: string) => text.match(/\w+/g) ?? [];
  const document = source('trace/document.ts');
  const declared = [...document.matchAll(/^export (?:interface|type) (\w+)/gm)].flatMap(([, name]) => name ?? []);
  const imported = [...document.matchAll(/^import type \{(.*?)\}/gm)].flatMap(([, names]) => words(names ?? ''));
  const exported = [...source('index.ts').matchAll(/^export type \{(.*?)\} from/gms)].flatMap(([, names]) =>
    words(names ?? ''),
  );
  expect(exported.sort()).toEqual([...declared, ...imported].sort());
});

describe('the process', () => {
  const entry = JSON.stringify(import.meta.resolve('inbox-sim'));

  test.each([
    ['ends when the runs are over', "console.log((await runScenario('duplicate-900')).verdict);"],
    [
      'lives on while one is under way, whoever waits for it, and while one waits for its turn',
      "runScenario('two-events-901'); runScenario('duplicate-900', { maxRows: 9 }).then(({ verdict }) => console.log(verdict));",
    ],
  ])('%s', async (_what, text) => {
    const ended = await script(`const { runScenario } = await import(${entry});\n${text}`);
    expect(ended).toEqual({ code: 0, signal: null, out: 'as-announced\n', err: '' });
  });
});
