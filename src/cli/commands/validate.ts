import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { visible } from '../../report/text/visible.js';
import {
  type CheckedFile,
  isRight,
  renderValidation,
  renderValidationJson,
  warningCount,
} from '../../report/validation.js';
import { loadScenario, readableText } from '../../scenario/load.js';
import { exitCodes, UsageError } from '../exit.js';
import { reasonOf, standardOutput } from '../output.js';
import { catalogue, filesBeside, readScenario } from '../scenario-files.js';
import { diagnosticPlace, languageOf } from '../terminal.js';
import { words } from '../words.js';

export interface ValidateFlags {
  readonly format: 'text' | 'json';
  readonly strict?: boolean;
  readonly lang?: string;
}

/** Checks scenario files without running them: all bundled ones where none is named. Returns the exit code. */
export async function validate(paths: readonly string[], flags: ValidateFlags): Promise<number> {
  const lang = languageOf(flags.lang, process.stdout, process.env);
  const wanted = paths.length > 0 ? paths.flatMap(filesUnder) : catalogue().map(({ id }) => id);
  const files = [...new Set(wanted)].map(check);
  const output = standardOutput(process.stdout);
  output.put(
    flags.format === 'json'
      ? renderValidationJson(files, lang)
      : renderValidation(files, lang, diagnosticPlace(process.stdout, process.env)),
  );
  await output.finish();
  const right = files.every(isRight) && !(flags.strict && warningCount(files) > 0);
  return right ? exitCodes.asAnnounced : exitCodes.usage;
}

/** The files that a path stands for: itself, or the scenarios in a folder. What is no path may be the id of a bundled one. */
function filesUnder(path: string): string[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [path];
  let found: string[];
  try {
    found = scenariosIn(path);
  } catch (error) {
    throw new UsageError(words().cannotRead(visible(path), reasonOf(error as NodeJS.ErrnoException)));
  }
  if (found.length === 0) throw new UsageError(words().noScenarioIn(visible(path)));
  return found;
}

/** In the order of their paths; what is hidden, and what others have installed, is no scenario of the author's. */
function scenariosIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((first, second) => (first.name < second.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return scenariosIn(path);
      return /\.ya?ml$/i.test(entry.name) && (entry.isFile() || entry.isSymbolicLink()) ? [path] : [];
    });
}

function check(wanted: string): CheckedFile {
  try {
    const { path, name, text } = readScenario(wanted);
    const loaded = loadScenario(text, filesBeside(path));
    const diagnostics = loaded.kind === 'scenario' ? loaded.warnings : loaded.diagnostics;
    return { file: name, text: readableText(text), diagnostics, problem: null };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { file: visible(wanted), text: '', diagnostics: [], problem: error.message };
  }
}
