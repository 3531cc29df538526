import type { CliWording } from './cli.js';
import { server } from './server-en.js';

export const en: CliWording = {
  reasons: {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'no space is left on the device',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of the path is no folder',
    ENAMETOOLONG: 'the name is too long',
  },
  cannotRead: (name, reason) => `${name} cannot be read: ${reason}`,
  cannotWrite: (name, reason) => `${name} cannot be written: ${reason}`,
  noStandardOutput: (reason) => `the result cannot be written to the standard output: ${reason}`,
  outIsScenario: (name) => `${name} belongs to the scenario itself; the report would overwrite it`,
  outIsFolder: (name) => `${name} is a folder; --out needs the name of a file`,

  noScenario: (name, near, path) =>
    `there is no scenario "${name}"; ${near === '' ? '"inbox-sim list" shows them all.' : `did you mean ${near}?`}${
      path === null ? '' : ` A file is named by a path: ${path}`
    }`,
  scenarioIsFolder: (name) => `${name} is a folder; a scenario is a YAML file`,
  noPlainFile: (name) => `${name} is no plain file; a scenario is a YAML file`,
  tooLarge: (name, mebibytes, most) => `${name} has ${mebibytes} MiB; a scenario has at most ${most} MiB`,
  notUtf8: (name) => `${name} is not UTF-8 text; save it as UTF-8`,
  nothingMatches: (pattern) => `no file matches ${pattern}`,
  noScenarioIn: (folder) => `${folder} holds no scenario: no file ends in .yaml or .yml`,
  noVariant: (name, near, known) =>
    `there is no variant "${name}"; ${near === '' ? `this scenario has ${known === '' ? 'none' : known}.` : `did you mean ${near}?`}`,
  variantElsewhere: (name, program, own) =>
    `"${name}" is a variant of the program ${program}, which this scenario does not run; it runs ${own}.`,
  variantTwice: (name) => `"${name}" twice; a comparison needs two variants`,
  variantsOfTwo: (one, other) => `"${one}" and "${other}" are variants of different programs; name two of one program`,
  nothingToCompare: (scenario) =>
    `${scenario} runs no program: its actors write out every operation, so there are no variants to compare; "inbox-sim run ${scenario}" plays it`,
  noCaseFor: (filter) => `no case is called like --filter ${filter}; --list shows them`,
  noCaseOfVariant: (variant) => `none of these scenarios has a program with the variant "${variant}"`,
  needsTerminal: (flag) => `${flag} needs a terminal`,
  oneAtATime:
    'scenarios run one at a time on a server, because they see each other in its advisory locks and its oldest transaction; leave out --workers or --postgres',
  watching: 'Watching. Keys: a runs all, f those that did not pass, u stores snapshots, q quits.',
  noArchive:
    'warning: no prepared data directory fits this PGlite, so that initdb has to run, which takes seconds; reinstall inbox-sim, or in a clone run "npm run build".',

  server,

  needsId: 'a new scenario needs an id: inbox-sim new <id>',
  needsTemplate: (flags) => `what shall it start from? Say ${flags.join(' or ')}`,
  wrongId: (id) =>
    `"${id}" is no id; it has at most 64 small letters, digits and "-", and begins with a letter or a digit`,
  noFolder: (name) => `there is no folder ${name}; create it, or name another one with --dir`,
  notFolder: (name) => `${name} is no folder; name one with --dir`,
  isThere: (name) => `${name} is there already; it is not overwritten. Take another id, or another folder with --dir`,
  schemaNameTaken: (name) => `${name} is there already and is no schema of inbox-sim; rename it`,
  askId: 'Id of the scenario, which is also the name of its file',
  askTemplate: 'What shall it start from?',
  templates: {
    operations: 'operations: actors whose SQL and Kafka operations the steps write out',
    program: 'program: a consumer with a program of its own, and a fault',
  },
  nothingWritten: 'interrupted; nothing was written',

  bug: (message, versions) =>
    `this is a bug in inbox-sim or its database engine: ${message}\nPlease report it with the command line and: ${versions}.`,
};
