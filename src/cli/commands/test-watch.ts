import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { watch } from 'chokidar';
import type { Language } from '../../model/text.js';
import { worstStatus } from '../../report/suite/reporter.js';
import { complain } from '../complain.js';
import type { Engine } from '../engine.js';
import { UsageError } from '../exit.js';
import { interruptSignal } from '../interrupt.js';
import { isYaml, patternFolder, scenariosNamed } from '../scenario-paths.js';
import { type SuiteEntry, suiteEntries } from '../suite-files.js';
import { words } from '../words.js';
import type { TestFlags } from './test-flags.js';
import { openOutputs, runEntries, suiteCodes } from './test-suite.js';

/** Several files are often saved at once. */
const settlingMilliseconds = 80;

/** What is to be run next, at the wish of the user or because files have changed. */
type Wish = 'all' | 'not-passed' | 'update' | 'quit' | { readonly changed: ReadonlySet<string> };

/**
 * Runs the suite, and then again whatever changes: the scenarios whose file, or whose SQL file, has been saved. Keys run
 * more, and end it. Returns the exit code of the last run.
 */
export async function watchSuite(
  paths: readonly string[],
  flags: TestFlags,
  lang: Language,
  engines: readonly Promise<Engine>[],
): Promise<number> {
  const servers = (await Promise.all(engines)).map(({ server }) => server);
  const wishes = new Wishes(placesToWatch(paths));
  const signal = interruptSignal();
  signal.addEventListener('abort', () => wishes.make('quit'));
  const { stdin } = process;
  const press = (key: string) => wishes.press(key);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8').on('data', press).resume();
  let code = 0;
  let wrong = new Set<string>();
  try {
    for (let wish: Wish = 'all'; wish !== 'quit'; wish = await wishes.next()) {
      const entries = chosen(paths, flags, lang, wish, wrong);
      if (entries.length > 0) {
        const outputs = openOutputs(entries, flags, lang);
        const stopped = AbortSignal.any([signal, wishes.quits]);
        const used = wish === 'update' ? { ...flags, update: true } : flags;
        const { results } = await runEntries(entries, used, lang, servers, outputs, stopped);
        await outputs.finish();
        const again = new Set(results.map(({ name }) => name));
        wrong = new Set([
          ...[...wrong].filter((name) => !again.has(name)),
          ...results.flatMap(({ name, status }) => (status === 'passed' ? [] : [name])),
        ]);
        code = suiteCodes[worstStatus(results)];
      }
      complain(`\n${words().watching}\n`);
    }
    return signal.aborted ? (signal.reason as number) : code;
  } finally {
    stdin.setRawMode(false).off('data', press).pause();
    await wishes.close();
  }
}

/** The cases that a wish is about; what cannot be found just now is said, and may be there after the next change. */
function chosen(
  paths: readonly string[],
  flags: TestFlags,
  lang: Language,
  wish: Exclude<Wish, 'quit'>,
  wrong: ReadonlySet<string>,
): SuiteEntry[] {
  try {
    const entries = suiteEntries(scenariosNamed(paths), flags, lang);
    if (wish === 'not-passed') return entries.filter(({ name }) => wrong.has(name));
    if (typeof wish === 'string') return entries;
    return entries.filter(({ uses }) => uses.some((path) => wish.changed.has(resolve(path))));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(`inbox-sim: ${error.message}\n`);
    return [];
  }
}

/** The folders of what is named: new scenarios may come there, and the SQL files of the scenarios lie there. */
function placesToWatch(paths: readonly string[]): string[] {
  const found = paths.map((path) => {
    if (!existsSync(path)) return patternFolder(path);
    return statSync(path).isDirectory() ? path : dirname(path);
  });
  return [...new Set(found.map((path) => resolve(path)))];
}

/** What is wished for, one after another; files that change while a run is under way wait for its end. */
class Wishes {
  readonly #quit = new AbortController();
  readonly #changed = new Set<string>();
  readonly #watcher: ReturnType<typeof watch>;
  #key: Exclude<Wish, object> | null = null;
  #wake: (() => void) | null = null;
  #settling: NodeJS.Timeout | null = null;

  constructor(folders: readonly string[]) {
    this.#watcher = watch([...folders], {
      ignoreInitial: true,
      ignored: (path) => /[/\\](?:node_modules|\.[^/\\]+)(?:[/\\]|$)/.test(path),
    });
    this.#watcher.on('all', (_, path) => {
      if (!isYaml(path) && !/\.sql$/i.test(path)) return;
      this.#changed.add(resolve(path));
      if (this.#settling) clearTimeout(this.#settling);
      this.#settling = setTimeout(() => this.#wake?.(), settlingMilliseconds);
    });
  }

  /** Aborted as soon as the user wants to go. */
  get quits(): AbortSignal {
    return this.#quit.signal;
  }

  press(key: string): void {
    // In raw mode Ctrl-C and Ctrl-D are keys like others.
    if (key === 'q' || key === '\u0003' || key === '\u0004') this.make('quit');
    else if (key === 'a' || key === '\r') this.make('all');
    else if (key === 'f') this.make('not-passed');
    else if (key === 'u') this.make('update');
  }

  make(wish: Exclude<Wish, object>): void {
    if (this.#key !== 'quit') this.#key = wish;
    if (wish === 'quit') this.#quit.abort();
    this.#wake?.();
  }

  async next(): Promise<Wish> {
    if (this.#key === null && this.#changed.size === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
    const key = this.#key;
    this.#key = null;
    if (key !== null) return key;
    const changed = new Set(this.#changed);
    this.#changed.clear();
    return { changed };
  }

  close(): Promise<void> {
    if (this.#settling) clearTimeout(this.#settling);
    return this.#watcher.close();
  }
}
