import type { ServerWording } from './server.js';

/** What the command line itself says, in one language. Names come ready to be shown. */
export interface CliWording {
  readonly reasons: Readonly<Record<FileProblem, string>>;
  readonly cannotRead: (name: string, reason: string) => string;
  readonly cannotWrite: (name: string, reason: string) => string;
  readonly noStandardOutput: (reason: string) => string;
  readonly outIsScenario: (name: string) => string;
  readonly outIsFolder: (name: string) => string;

  /** `near` has names like the wanted one; `path` is how to name a file that is called so. */
  readonly noScenario: (name: string, near: string, path: string | null) => string;
  readonly scenarioIsFolder: (name: string) => string;
  readonly noPlainFile: (name: string) => string;
  readonly tooLarge: (name: string, mebibytes: string, most: number) => string;
  readonly notUtf8: (name: string) => string;
  readonly nothingMatches: (pattern: string) => string;
  readonly noScenarioIn: (folder: string) => string;
  readonly noVariant: (name: string, near: string, known: string) => string;
  readonly variantElsewhere: (name: string, program: string, own: string) => string;
  readonly variantTwice: (name: string) => string;
  readonly variantsOfTwo: (one: string, other: string) => string;
  readonly nothingToCompare: (scenario: string) => string;
  readonly noCaseFor: (filter: string) => string;
  readonly noCaseOfVariant: (variant: string) => string;
  readonly needsTerminal: (flag: string) => string;
  readonly oneAtATime: string;
  readonly watching: string;
  readonly noArchive: string;

  readonly server: ServerWording;

  readonly needsId: string;
  readonly needsTemplate: (flags: readonly string[]) => string;
  readonly wrongId: (id: string) => string;
  readonly noFolder: (name: string) => string;
  readonly notFolder: (name: string) => string;
  readonly isThere: (name: string) => string;
  readonly schemaNameTaken: (name: string) => string;
  readonly askId: string;
  readonly askTemplate: string;
  readonly templates: Readonly<Record<'operations' | 'program', string>>;
  readonly nothingWritten: string;

  readonly bug: (message: string, versions: string) => string;
}

/** Why the system does not let a file be read or written, by its code. */
export type FileProblem = 'ENOENT' | 'EACCES' | 'EPERM' | 'EROFS' | 'ENOSPC' | 'EISDIR' | 'ENOTDIR' | 'ENAMETOOLONG';
