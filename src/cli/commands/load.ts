import { isWarning } from '../../model/diagnostic.js';
import type { Language } from '../../model/text.js';
import { diagnosticWordings, renderDiagnostics } from '../../report/diagnostics.js';
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
  const loaded = loadScenario(file.text, filesBeside(file.path));
  const place = diagnosticPlace(process.stderr, process.env);
  const show = (diagnostics: Parameters<typeof renderDiagnostics>[2]) =>
    renderDiagnostics(file.name, readableText(file.text), diagnostics, language, place);
  if (loaded.kind === 'scenario') {
    if (loaded.warnings.length > 0) complain(`${show(loaded.warnings)}\n`);
    return loaded.scenario;
  }
  const { notYet, errors } = diagnosticWordings[language];
  const count = loaded.diagnostics.filter(({ code }) => !isWarning(code)).length;
  throw new UsageError(`${notYet(file.name, errors(count))}\n\n${show(loaded.diagnostics).trimEnd()}`);
}
