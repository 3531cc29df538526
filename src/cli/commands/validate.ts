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
import { standardOutput } from '../output.js';
import { filesBeside, readScenario } from '../scenario-files.js';
import { scenariosNamed } from '../scenario-paths.js';
import { diagnosticPlace, languageOf } from '../terminal.js';

export interface ValidateFlags {
  readonly format: 'text' | 'json';
  readonly strict?: boolean;
  readonly lang?: string;
}

/** Checks scenario files without running them: all bundled ones where none is named. Returns the exit code. */
export async function validate(paths: readonly string[], flags: ValidateFlags): Promise<number> {
  const lang = languageOf(flags.lang, process.stdout, process.env);
  const files = scenariosNamed(paths).map(check);
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
