import { Command, Option } from 'commander';
import { LANGUAGES } from '../model/text.js';
import { SUITE_REPORTERS } from '../report/suite/reporter.js';
import type { CompareFlags } from './commands/compare-flags.js';
import type { ExplainFlags } from './commands/explain.js';
import type { ListFlags } from './commands/list.js';
import type { NewFlags } from './commands/new.js';
import type { RunFlags } from './commands/run-flags.js';
import type { ShowFlags } from './commands/show.js';
import { filterFlag, repeatFlag, reporterFlag, type TestFlags, workersFlag } from './commands/test-flags.js';
import type { ValidateFlags } from './commands/validate.js';
import { complain } from './complain.js';
import { mebibytesFlag, rowsFlag, timeoutFlag } from './flag-values.js';
import { TEMPLATES } from './templates/template.js';
import { languageOf } from './terminal.js';
import { version } from './version.js';
import { speak } from './words.js';

const exitCodesHelp = `
Exit codes: 0 as announced, 1 not as announced, 2 wrong use or an invalid scenario,
3 inconclusive, 70 a bug, 130 interrupted.`;

/** Which PostgreSQL, and what it may take. */
function withLimits(command: Command): Command {
  return command
    .option('--postgres <url>', 'play on this server instead of the embedded PostgreSQL: postgres://user@host/database')
    .option('--statement-timeout <duration>', 'how long one statement may take (5s)', timeoutFlag)
    .option('--scenario-timeout <duration>', 'how long PostgreSQL may work for a scenario (30s)', timeoutFlag)
    .option('--memory-limit <MiB>', 'how much memory the program may take (1536)', mebibytesFlag)
    .option('--max-rows <n>', 'how many rows a statement may answer (10000)', rowsFlag);
}

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
  withLimits(
    program
      .command('run')
      .description('run a scenario and judge its end')
      .argument('<scenario>', 'the id of a bundled scenario, or the path of a YAML file')
      .option('--variant <name>', 'run another variant of the program, right or wrong on purpose')
      .addOption(new Option('--format <format>', 'form of the report').choices(['text', 'json']).default('text'))
      .addOption(
        new Option('--tables <which>', 'tables shown after each step')
          .choices(['all', 'changed', 'none'])
          .default('all'),
      )
      .addOption(lang())
      .option('--out <file>', 'write the report to a file'),
  )
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

  addCompare(program, done);
  addWritersCommands(program, done);
  addTest(program, done);
  return program;
}

/** Two variants side by side. */
function addCompare(program: Command, done: (code: number) => void): void {
  withLimits(
    program
      .command('compare')
      .description('play a scenario on two variants of a program and show where they part')
      .argument('<scenario>', 'the id of a bundled scenario, or the path of a YAML file')
      .argument('<variant>', 'a variant of a program of the scenario')
      .argument('<other>', 'another variant of the same program')
      .addOption(new Option('--format <format>', 'form of the comparison').choices(['text', 'json']).default('text'))
      .addOption(lang())
      .option('--out <file>', 'write the comparison to a file'),
  )
    .addHelpText(
      'after',
      `
Exit codes: 0 compared, whatever the variants violate; 2 wrong use or an invalid scenario,
3 nothing could be played, 70 a bug, 130 interrupted.`,
    )
    .action(async (scenario: string, left: string, right: string, flags: CompareFlags) =>
      done(await (await import('./commands/compare.js')).compare(scenario, left, right, flags)),
    );
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

/** Scenarios as a suite of tests. */
function addTest(program: Command, done: (code: number) => void): void {
  withLimits(
    program
      .command('test')
      .description('run scenarios as a suite and compare each with its snapshot')
      .argument(
        '[paths...]',
        'files, folders, or patterns such as "lessons/**/*.yaml"; all bundled scenarios where none is named',
      )
      .option('-u, --update', 'store what the runs give as their snapshots')
      .option('--prune', 'remove snapshots that no scenario has')
      .option('--filter <pattern>', 'run only the cases whose name or file matches a regular expression', filterFlag)
      .option('--variant <name>', 'run this variant of the program, instead of those that the scenarios announce')
      .option('--bail', 'end at the first case that does not pass')
      .option('--repeat <n>', 'run each case so often; every run must come out the same', repeatFlag, 1)
      .option('--workers <n>', 'how many databases work at the same time', workersFlag, 1)
      .option('--list', 'list the cases without running them')
      .option('--watch', 'run again what changes, until you quit')
      .option(
        '--reporter <name[:file]>',
        `${SUITE_REPORTERS.join(', ')}; to a file with junit:FILE; may be given several times`,
        reporterFlag,
      ),
  )
    .addOption(lang())
    .addHelpText('after', exitCodesHelp)
    .action(async (paths: string[], flags: TestFlags) =>
      done(await (await import('./commands/test.js')).test(paths, flags)),
    );
}
