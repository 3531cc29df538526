import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { LANGUAGES } from '../model/text.js';
import type { ExplainFlags } from './commands/explain.js';
import type { ListFlags } from './commands/list.js';
import type { NewFlags } from './commands/new.js';
import { mebibytesFlag, type RunFlags, rowsFlag, timeoutFlag } from './commands/run-flags.js';
import type { ShowFlags } from './commands/show.js';
import type { ValidateFlags } from './commands/validate.js';
import { complain } from './complain.js';
import { TEMPLATES } from './templates/template.js';
import { languageOf } from './terminal.js';
import { speak } from './words.js';

/** The version of this package. */
export function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

const exitCodesHelp = `
Exit codes: 0 as announced, 1 not as announced, 2 wrong use or an invalid scenario,
3 inconclusive, 70 a bug, 130 interrupted.`;

const lang = () => new Option('--lang <language>', 'language of titles and texts').choices(LANGUAGES);

/** The command line. Each command loads what it needs when it is called, so that help stays instant. */
export function commandLine(done: (code: number) => void): Command {
  const program = new Command('inbox-sim')
    .description('Watch messaging fail, and see why a transactional inbox and outbox hold.')
    .version(version())
    .showSuggestionAfterError()
    .addHelpText('after', `\nStart here:\n  inbox-sim list\n  inbox-sim run duplicate-900\n${exitCodesHelp}`);
  // Both are inherited only by commands that are made afterwards.
  program.exitOverride().configureOutput({ writeErr: complain });
  program.hook('preAction', (_, command) => {
    if (command.options.some(({ long }) => long === '--lang'))
      speak(languageOf(command.opts<{ lang?: string }>().lang, process.stdout, process.env));
  });
  program
    .command('run')
    .description('run a scenario and judge its end')
    .argument('<scenario>', 'the id of a bundled scenario, or the path of a YAML file')
    .option('--variant <name>', 'run another variant of the program, right or wrong on purpose')
    .addOption(new Option('--format <format>', 'form of the report').choices(['text', 'json']).default('text'))
    .addOption(
      new Option('--tables <which>', 'tables shown after each step').choices(['all', 'changed', 'none']).default('all'),
    )
    .addOption(lang())
    .option('--out <file>', 'write the report to a file')
    .option('--statement-timeout <duration>', 'how long one statement may take (5s)', timeoutFlag)
    .option('--scenario-timeout <duration>', 'how long PostgreSQL may work for a scenario (30s)', timeoutFlag)
    .option('--memory-limit <MiB>', 'how much memory the program may take (1536)', mebibytesFlag)
    .option('--max-rows <n>', 'how many rows a statement may answer (10000)', rowsFlag)
    .addHelpText('after', exitCodesHelp)
    .action(async (scenario: string, flags: RunFlags) =>
      done(await (await import('./commands/run.js')).run(scenario, flags)),
    );

  program
    .command('list')
    .description('list the bundled scenarios')
    .addOption(new Option('--format <format>', 'form of the list').choices(['text', 'json']).default('text'))
    .addOption(lang())
    .action(async (flags: ListFlags) => done(await (await import('./commands/list.js')).list(flags)));

  program
    .command('show')
    .description('show what a scenario does, without running it')
    .argument('<scenario>', 'the id of a bundled scenario, or the path of a YAML file')
    .addOption(lang())
    .action(async (scenario: string, flags: ShowFlags) =>
      done(await (await import('./commands/show.js')).show(scenario, flags)),
    );

  program
    .command('explain')
    .description('explain a term or a code, with examples; list them without one')
    .argument('[term...]', 'a word of the field, an invariant, a fault, an outcome, or the code of a message')
    .addOption(lang())
    .action(async (words: string[], flags: ExplainFlags) =>
      done(await (await import('./commands/explain.js')).explain(words, flags)),
    );

  addWritersCommands(program, done);
  return program;
}

/** What whoever writes scenarios needs. */
function addWritersCommands(program: Command, done: (code: number) => void): void {
  program
    .command('validate')
    .description('check scenario files without running them')
    .argument('[paths...]', 'files, or folders with *.yaml and *.yml files; all bundled scenarios where none is named')
    .addOption(new Option('--format <format>', 'form of the result').choices(['text', 'json']).default('text'))
    .addOption(lang())
    .option('--strict', 'let warnings count as errors')
    .addHelpText('after', '\nExit codes: 0 all are right, 2 one is not, or cannot be read.')
    .action(async (paths: string[], flags: ValidateFlags) =>
      done(await (await import('./commands/validate.js')).validate(paths, flags)),
    );

  program
    .command('new')
    .description('write a scenario to start from')
    .argument('[id]', 'its id, and the name of its file')
    .addOption(
      new Option('--template <what>', 'operations: actors and SQL; program: a consumer and a fault').choices(TEMPLATES),
    )
    .option('--dir <folder>', 'where to write it', '.')
    .addOption(lang())
    .option('--no-input', 'never ask, not even on a terminal')
    .action(async (id: string | undefined, flags: NewFlags) =>
      done(await (await import('./commands/new.js')).newScenario(id, flags)),
    );

  program
    .command('schema')
    .description('print the JSON Schema of the scenario language, for editors')
    .action(async () => done(await (await import('./commands/schema.js')).schema()));
}
