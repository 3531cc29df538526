import type { Language } from '../model/text.js';
import type { ServerUnavailable } from '../postgres/server/unavailable.js';
import { visible } from '../report/text/visible.js';
import type { CliWording } from '../report/wording/cli.js';
import { en } from '../report/wording/cli-en.js';
import { ru } from '../report/wording/cli-ru.js';
import { version } from './version.js';

const wordings: Readonly<Record<Language, CliWording>> = { en, ru };

/** One process speaks one language; until the flags are read it is English, as the messages of commander are. */
let language: Language = 'en';

export function speak(wanted: Language): void {
  language = wanted;
}

/** What the command line says, in the language of this process. */
export function words(): CliWording {
  return wordings[language];
}

/** Why a server cannot be used; nothing in it tells the URL. */
export function serverProblem({ reason, place, detail }: ServerUnavailable): string {
  const { problems, url } = words().server;
  return `${place === '' ? url : visible(place)}: ${problems[reason]}${detail === null ? '' : ` (${visible(detail)})`}`;
}

/** What is said of a bug, with what a report of it needs. */
export function bugText(error: unknown): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return words().bug(message, `inbox-sim ${version()}, Node ${process.versions.node}, ${process.platform}`);
}
