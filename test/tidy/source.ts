import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of TypeScript as the house rules see it. */
export interface Source {
  /** Relative to `src`, with `/`: `kafka/murmur2.ts`. */
  readonly path: string;
  readonly text: string;
  /** The text with every comment, string and regular expression blanked, so that only code can match a rule. */
  readonly code: string;
}

export function sourceOf(path: string, text: string): Source {
  return { path, text, code: blankOut(text) };
}

/** All TypeScript files under `folder`, in the order of their paths. */
export function readSources(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((entry) => entry.endsWith('.ts'))
    .map((entry) => entry.replaceAll('\\', '/'))
    .sort()
    .map((path) => sourceOf(path, readFileSync(join(folder, path), 'utf8')));
}

/** The line of an offset, from 1. */
export function lineOf(source: Source, offset: number): number {
  return source.text.slice(0, offset).split('\n').length;
}

const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const quoted = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y;
const regularExpression = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const templatePart = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
/** After one of these a slash begins a regular expression; after anything else it divides. */
const beforeExpression = /(?:^|[([{,;:=!&|?+\-*%<>~^]|\b(?:return|typeof|case|in|of|await|yield))\s*$/;

/** Spaces for everything but line breaks, so that offsets and lines stay those of the text. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

function blankOut(text: string): string {
  let code = '';

  const matchAt = (pattern: RegExp): string | null => {
    pattern.lastIndex = code.length;
    return pattern.exec(text)?.[0] ?? null;
  };

  const template = (): void => {
    code += '`';
    while (code.length < text.length) {
      code += blank(matchAt(templatePart) ?? '');
      if (text.startsWith('`', code.length)) {
        code += '`';
        return;
      }
      code += '${';
      scan('}');
      code += '}';
    }
  };

  /** Runs to `end` on its own level of braces, or to the end of the text. */
  const scan = (end: '}' | null): void => {
    let depth = 0;
    while (code.length < text.length) {
      const character = text.charAt(code.length);
      if (character === end && depth === 0) return;
      const passed = matchAt(comment);
      const string = matchAt(quoted);
      const expression =
        character === '/' && beforeExpression.test(code.slice(-80)) ? matchAt(regularExpression) : null;
      if (passed !== null) code += blank(passed);
      else if (string !== null) code += character + blank(string.slice(1, -1)) + character;
      else if (expression !== null) code += blank(expression);
      else if (character === '`') template();
      else {
        if (character === '{') depth++;
        if (character === '}') depth--;
        code += character;
      }
    }
  };

  scan(null);
  return code;
}
