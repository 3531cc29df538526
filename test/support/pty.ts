import { spawn } from '@lydell/node-pty';
import { bin } from './cli.js';

/** The built command line on a terminal of its own. */
export class OnTerminal {
  readonly #pty: ReturnType<typeof spawn>;
  readonly #ended: Promise<number>;
  #shown = '';
  #waiting: (() => void) | null = null;

  constructor(args: readonly string[], { cwd, columns = 80 }: { readonly cwd: string; readonly columns?: number }) {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm', LANG: 'en_US.UTF-8' };
    this.#pty = spawn(process.execPath, [bin, ...args], { cols: columns, rows: 24, cwd, env });
    this.#pty.onData((text) => {
      this.#shown += text;
      this.#waiting?.();
    });
    this.#ended = new Promise((resolve) => this.#pty.onExit(({ exitCode }) => resolve(exitCode)));
  }

  /** What has been shown since the last call, once `pattern` is in it; without colours, line ends as LF. */
  async shown(pattern: RegExp): Promise<string> {
    while (!pattern.test(plain(this.#shown))) {
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
    const text = plain(this.#shown);
    this.#shown = '';
    return text;
  }

  press(keys: string): void {
    this.#pty.write(keys);
  }

  /** The exit code, once the program has ended. */
  get ended(): Promise<number> {
    return this.#ended;
  }

  kill(): void {
    this.#pty.kill();
  }
}

function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are what is taken away.
  return text.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '').replaceAll('\r\n', '\n');
}
