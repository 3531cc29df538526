import { renderDiagnostics } from '../../report/diagnostics.js';
import { loadScenario, readableText } from '../../scenario/load.js';
import type { Scenario } from '../../scenario/scenario.js';
import { UsageError } from '../exit.js';
import type { ScenarioFile } from '../scenario-files.js';

/** A scenario that is ready to run. @throws UsageError that shows everything that is wrong with the file. */
export function loadOrExplain(file: ScenarioFile): Scenario {
  const loaded = loadScenario(file.text);
  if (loaded.kind === 'scenario') return loaded.scenario;
  const shown = renderDiagnostics(file.name, readableText(file.text), loaded.diagnostics);
  const count = loaded.diagnostics.length;
  throw new UsageError(
    `${file.name} is not a scenario yet (${count} ${count === 1 ? 'error' : 'errors'}):\n\n${shown.trimEnd()}`,
  );
}
