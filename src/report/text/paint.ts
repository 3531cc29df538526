import { Chalk, type ColorSupportLevel } from 'chalk';

type Colour = (text: string) => string;

/** What colours stand for. Whatever a colour says, a sign or a word says too. */
export interface Paint {
  readonly heading: Colour;
  readonly quiet: Colour;
  readonly added: Colour;
  readonly changed: Colour;
  readonly removed: Colour;
  readonly good: Colour;
  readonly bad: Colour;
  readonly doubtful: Colour;
}

/** `level` 0 paints nothing. */
export function paintFor(level: ColorSupportLevel): Paint {
  const chalk = new Chalk({ level });
  return {
    heading: (text) => chalk.bold(text),
    quiet: (text) => chalk.dim(text),
    added: (text) => chalk.green(text),
    changed: (text) => chalk.yellow(text),
    removed: (text) => chalk.red(text),
    good: (text) => chalk.green(text),
    bad: (text) => chalk.red(text),
    doubtful: (text) => chalk.yellow(text),
  };
}
