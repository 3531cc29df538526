import { StepRefused } from '../../engine/player.js';
import { ScenarioFailed, SetupStopped } from '../../engine/scenario-failed.js';
import type { Language } from '../../model/text.js';
import { LimitExceeded } from '../../postgres/ports.js';
import { ServerUnavailable } from '../../postgres/server/unavailable.js';
import { brokenOffText, limitText, refusalText, scenarioFailedText, setupStoppedText } from '../../report/failures.js';
import { wordings } from '../../report/wording/wordings.js';
import { UsageError } from '../exit.js';
import { serverProblem } from '../words.js';

/** Nothing of a scenario could be played, for a reason that says nothing about the scenario. It ends with code 3. */
export class NothingPlayed extends Error {
  override readonly name = 'NothingPlayed';
}

/** What the user is told of an error of a run; an error that is no fault of theirs comes back as it is. */
export function explained(error: unknown, file: string, lang: Language): unknown {
  const wording = wordings[lang];
  if (error instanceof StepRefused) return new UsageError(refusalText(error, file, wording), { cause: error });
  if (error instanceof ScenarioFailed)
    return new UsageError(scenarioFailedText(error, file, wording), { cause: error });
  if (error instanceof SetupStopped) return new NothingPlayed(setupStoppedText(error, file, wording));
  // Before the databases are made, only the server itself has been at work.
  if (error instanceof LimitExceeded) return new NothingPlayed(limitText(error, wording));
  // A server that has gone away before the first step.
  if (error instanceof ServerUnavailable) return new NothingPlayed(serverProblem(error));
  return error;
}

/** What a report that has begun says of an error that was explained; null for any other. */
export function reasonInReport(error: unknown, file: string, lang: Language): string | null {
  const cause = error instanceof UsageError ? error.cause : null;
  if (!(cause instanceof StepRefused || cause instanceof ScenarioFailed)) return null;
  return brokenOffText(cause, file, wordings[lang]);
}
