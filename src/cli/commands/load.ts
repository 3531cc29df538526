import { isWarning } from '../../model/diagnostic.js';
import type { Language } from '../../model/text.js';
import { type DiagnosticPlace, diagnosticWordings, renderDiagnostics } from '../../report/diagnostics.js';
import { loadScenario, readableText } from '../../scenario/load.js';
import type { Scenario } from '../../scenario/scenario.js';
import { complain } from '../complain.js';
import { UsageError } from '../exit.js';
import { filesBeside, type ScenarioFile } from '../scenario-files.js';
import { diagnosticPlace } from '../terminal.js';

/**
 * A scenario that is ready to run. Warnings go to the standard error and stop nothing.
 * @throws UsageError that shows everything that is wrong with the file.
 */
export function loadOrExplain(file: ScenarioFile, language: Language): Scenario {
  const { scenario, warnings } = loadFile(file, language, diagnosticPlace(process.stderr, process.env));
  complain(warnings);
  return scenario;
}

/**
 * A scenario that is ready to run, and its warnings as a text, which is empty where there are none. Where it will be
 * shown is not known without `place`.
 * @throws UsageError that shows everything that is wrong with the file.
 */
export function loadFile(
  file: ScenarioFile,
  language: Language,
  place?: DiagnosticPlace,
): { readonly scenario: Scenario; readonly warnings: string } {
  const loaded = loadScenario(file.text, filesBeside(file.path));
  const show = (diagnostics: Parameters<typeof renderDiagnostics>[2]) =>
    renderDiagnostics(file.name, readableText(file.text), diagnostics, language, place);
  if (loaded.kind === 'scenario') {
    const warnings = loaded.warnings.length > 0 ? `${show(loaded.warnings)}\n` : '';
    return { scenario: loaded.scenario, warnings };
  }
  const { notYet, errors } = diagnosticWordings[language];
  const count = loaded.diagnostics.filter(({ code }) => !isWarning(code)).length;
  throw new UsageError(`${notYet(file.name, errors(count))}\n\n${show(loaded.diagnostics).trimEnd()}`);
}
