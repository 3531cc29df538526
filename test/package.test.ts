import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, ended } from './support/cli.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'inbox-sim-package-'));

/** Runs a command as somebody who knows nothing of the tests around it. */
function run(command: string, args: readonly string[], cwd: string): Promise<Ended> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$)/.test(name)),
  );
  return ended(spawn(command, args, { cwd, env: { ...env, CI: 'true' }, stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** The same with a command of this repository's development. */
function tool(name: string, args: readonly string[], cwd: string): Promise<Ended> {
  return run(join(root, 'node_modules/.bin', name), args, cwd);
}

function manifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

interface Manifest {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** A project in which the packed package has been installed. */
async function install(name: string, contents: object): Promise<string> {
  const project = join(folder, name);
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify(contents));
  const installed = await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], project);
  expect(installed.code, installed.err).toBe(0);
  return project;
}

let tarball: string;
let files: string[];
beforeAll(async () => {
  // What is packed has been built already; building it again would take it away from other tests.
  const packed = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root);
  expect(packed.code, packed.err).toBe(0);
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  const [{ files: listed }] = JSON.parse(packed.out) as [{ files: { path: string }[] }];
  files = listed.map(({ path }) => path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed package', () => {
  test('declares its entry and nothing that does not belong to it', () => {
    const declared = files.filter((path) => path.endsWith('.d.ts')).map(dirname);
    expect([...new Set(declared)].sort()).toEqual(['dist', 'dist/base', 'dist/model', 'dist/trace']);
    expect(files.filter((path) => /\.map$|^(test|src)\//.test(path))).toEqual([]);
  });

  test('passes publint without a suggestion', async () => {
    const bytes = new Uint8Array(readFileSync(tarball));
    const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test('passes arethetypeswrong as the package of ES modules that it is', async () => {
    const { code, out, err } = await tool('attw', [tarball, '--profile', 'esm-only', '--no-color'], folder);
    expect(code, out + err).toBe(0);
  });
});

describe('in an empty folder', () => {
  let project: string;
  beforeAll(async () => {
    project = await install('empty', { private: true, dependencies: { 'inbox-sim': `file:${tarball}` } });
  });

  test('the command works', async () => {
    const run900 = await run('npm', ['exec', '--', 'inbox-sim', 'run', 'duplicate-900'], project);
    expect({ code: run900.code, out: run900.out, err: run900.err }).toEqual({
      code: 0,
      out: readFileSync(new URL('transcripts/duplicate-900.en.txt', import.meta.url), 'utf8'),
      err: '',
    });
  });

  test('the schemas are where the package says', async () => {
    const schema = readFileSync(join(project, 'node_modules/inbox-sim/dist/trace.schema.json'), 'utf8');
    expect((JSON.parse(schema) as { title: string }).title).toBe('A run of inbox-sim');
    // The first line of a new scenario leads an editor to the schema of the very package.
    const made = await run('npm', ['exec', '--', 'inbox-sim', 'new', 'own', '--template', 'program'], project);
    expect({ code: made.code, err: made.err }).toEqual({ code: 0, err: '' });
    const [first] = readFileSync(join(project, 'own.yaml'), 'utf8').split('\n');
    expect(first).toBe('# yaml-language-server: $schema=./node_modules/inbox-sim/dist/scenario.schema.json');
    const exported = fileURLToPath(import.meta.resolve('inbox-sim/scenario.schema.json'));
    expect(exported).toBe(join(root, 'dist/scenario.schema.json'));
  });

  test.each([
    ['nodenext', 'nodenext'],
    ['preserve', 'bundler'],
  ])('the types hold in a strict program: module %s, resolution %s', async (module, moduleResolution) => {
    writeFileSync(join(project, 'program.mts'), program);
    const compilerOptions = {
      ...{ module, moduleResolution, target: 'es2022', strict: true, exactOptionalPropertyTypes: true },
      ...{ skipLibCheck: false, noEmit: true, types: [] },
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.mts'] }));
    const { code, out, err } = await tool('tsc', ['-p', '.'], project);
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: '' });
  });
});

/** What somebody may write, and what the compiler must refuse. */
const program = `
import { runScenario, ScenarioError, type ScenarioOptions, type ScenarioResult, type TraceDocument } from 'inbox-sim';

export async function use(variant?: string): Promise<readonly string[]> {
  const options: ScenarioOptions = { variant, statementTimeout: 1, scenarioTimeout: 2, memoryLimit: 256, maxRows: 4 };
  const result: ScenarioResult = await runScenario(new URL('./own.yaml', import.meta.url), options);
  const verdict: 'as-announced' | 'not-as-announced' | 'inconclusive' = result.verdict;
  const trace: TraceDocument = result.trace;
  const answered = trace.steps.flatMap(({ operations }) => operations.map(({ client, server }) => client + server));
  // @ts-expect-error: nothing of a result can be changed.
  result.text = '';
  // @ts-expect-error: it is no option.
  await runScenario('duplicate-900', { variants: 'inbox' });
  return [verdict, result.id, result.variant ?? '', result.text, result.notes, ...result.problems, ...answered];
}

export function told(error: unknown): string {
  return error instanceof ScenarioError ? error.message : '';
}
`;

describe('the example', () => {
  const example = join(root, 'test/example');

  test('asks for the versions that this repository has', () => {
    const { version, devDependencies } = manifest(root);
    expect(manifest(example).devDependencies).toEqual({ 'inbox-sim': `^${version}`, vitest: devDependencies.vitest });
  });

  let project: string;
  beforeAll(async () => {
    cpSync(example, join(folder, 'example'), { recursive: true });
    const devDependencies = {
      'inbox-sim': `file:${tarball}`,
      vitest: manifest(join(root, 'node_modules/vitest')).version,
    };
    project = await install('example', { ...manifest(example), devDependencies });
  });

  test('passes with the command, from the packed package', async () => {
    const { code, out, err } = await run('npm', ['run', '--silent', 'scenarios'], project);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: '✓ ack-lost\n✓ delivered-twice\n✓ delivered-twice.no-inbox\n\n3 cases: 3 passed\n',
      err: '',
    });
  });

  test('passes with vitest, from the packed package', async () => {
    const args = ['test', '--silent', '--', '--reporter=json', '--test-timeout=60000'];
    const { code, out, err } = await run('npm', args, project);
    expect(code, out + err).toBe(0);
    const { numPassedTests, numTotalTests, snapshot } = JSON.parse(out) as Report;
    const { matched, unchecked, total } = snapshot;
    expect({ numPassedTests, numTotalTests, snapshots: { matched, unchecked, total } }).toEqual({
      numPassedTests: 3,
      numTotalTests: 3,
      snapshots: { matched: 2, unchecked: 0, total: 2 },
    });
  });
});

/** What the JSON reporter of vitest says. */
interface Report {
  readonly numPassedTests: number;
  readonly numTotalTests: number;
  readonly snapshot: { readonly matched: number; readonly unchecked: number; readonly total: number };
}
