import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { LANGUAGES } from '../model/text.js';
import type { ListFlags } from './commands/list.js';
import type { RunFlags } from './commands/run-flags.js';
import type { ShowFlags } from './commands/show.js';

/** The version of this package. */
export function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

const exitCodesHelp = `
Exit codes: 0 as announced, 1 not as announced, 2 wrong use or an invalid scenario,
3 inconclusive, 70 a bug, 130 interrupted.`;

/** The command line. Each command loads what it needs when it is called, so that help stays instant. */
export function commandLine(done: (code: number) => void): Command {
  const program = new Command('inbox-sim')
    .description('Watch messaging fail, and see why a transactional inbox and outbox hold.')
    .version(version())
    .showSuggestionAfterError()
    .addHelpText('after', `\nStart here:\n  inbox-sim list\n  inbox-sim run duplicate-900\n${exitCodesHelp}`);
  // exitOverride is inherited only by commands that are made afterwards.
  program.exitOverride();
  const lang = () => new Option('--lang <language>', 'language of titles and texts').choices(LANGUAGES);

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

  return program;
}
