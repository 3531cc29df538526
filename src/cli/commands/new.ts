import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { visible } from '../../report/text/visible.js';
import { complain } from '../complain.js';
import { exitCodes, UsageError } from '../exit.js';
import { fileOutput, standardOutput } from '../output.js';
import { schemaFile, schemaPlace } from '../schema-place.js';
import { operations } from '../templates/operations.js';
import { program } from '../templates/program.js';
import { TEMPLATES, type Template, type TemplateName } from '../templates/template.js';
import { languageOf } from '../terminal.js';
import { words } from '../words.js';

export interface NewFlags {
  readonly template?: TemplateName;
  readonly dir: string;
  readonly lang?: string;
  /** False with `--no-input`. */
  readonly input: boolean;
}

const templates: Readonly<Record<TemplateName, Template>> = { operations, program };

/** Writes a scenario to start from. Returns the exit code. */
export async function newScenario(id: string | undefined, flags: NewFlags): Promise<number> {
  const lang = languageOf(flags.lang, process.stdout, process.env);
  if (id !== undefined) checkId(id);
  checkFolder(flags.dir);
  const wanted = await answers(id, flags);
  if (!wanted) {
    complain(`inbox-sim: ${words().nothingWritten}\n`);
    return exitCodes.interrupted;
  }
  const file = `${wanted.id}.yaml`;
  const path = join(flags.dir, file);
  refuseExisting(path);
  const { reference, copyTo } = schemaPlace(flags.dir);
  const written = templates[wanted.template](wanted.id, lang);
  if (copyTo !== null) await write(copyTo, readFileSync(schemaFile, 'utf8'));
  await write(path, `# yaml-language-server: $schema=${reference}\n${written}`);
  const output = standardOutput(process.stdout);
  output.put(`${visible(path)}\n`);
  await output.finish();
  return exitCodes.asAnnounced;
}

interface Wanted {
  readonly id: string;
  readonly template: TemplateName;
}

/** What the flags say and, on a terminal, the user; null where the user has pressed Ctrl-C or Ctrl-D. @throws UsageError */
async function answers(id: string | undefined, flags: NewFlags): Promise<Wanted | null> {
  const { template } = flags;
  if (id !== undefined && template !== undefined) return { id, template };
  const mayAsk = flags.input && process.stdin.isTTY === true && process.stdout.isTTY === true && !process.env.CI;
  if (mayAsk) {
    const { askForScenario } = await import('./new-prompts.js');
    return askForScenario({ id, template }, (name) => problemOfId(name) ?? existing(join(flags.dir, `${name}.yaml`)));
  }
  throw new UsageError(
    id === undefined ? words().needsId : words().needsTemplate(TEMPLATES.map((name) => `--template ${name}`)),
  );
}

function checkId(id: string): void {
  const problem = problemOfId(id);
  if (problem !== null) throw new UsageError(problem);
}

/** The rule is that of the scenario language. */
function problemOfId(id: string): string | null {
  if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(id)) return null;
  return words().wrongId(visible(id));
}

function checkFolder(folder: string): void {
  const status = statSync(folder, { throwIfNoEntry: false });
  if (!status) throw new UsageError(words().noFolder(visible(folder)));
  if (!status.isDirectory()) throw new UsageError(words().notFolder(visible(folder)));
}

function existing(path: string): string | null {
  return existsSync(path) ? words().isThere(visible(path)) : null;
}

function refuseExisting(path: string): void {
  const problem = existing(path);
  if (problem !== null) throw new UsageError(problem);
}

async function write(path: string, text: string): Promise<void> {
  const output = fileOutput(path);
  try {
    output.put(text);
    await output.finish();
  } finally {
    output.abandon();
  }
}
