import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { visible } from '../report/text/visible.js';
import { UsageError } from './exit.js';
import { words } from './words.js';

/** The JSON Schema of the scenario language, as the build has made it from the grammar. */
export const schemaFile = new URL('../scenario.schema.json', import.meta.url);

const packageRoot = fileURLToPath(new URL('../../', import.meta.url));
const schemaInPackage = join('dist', 'scenario.schema.json');
const copyName = 'inbox-sim.schema.json';

/** Where an editor finds the schema. */
export interface SchemaPlace {
  /** Relative to the folder of the scenario, with `/`: an editor takes it from there, on whatever machine. */
  readonly reference: string;
  /** The file that a copy of the schema has to be written to; null where the schema is there already. */
  readonly copyTo: string | null;
}

/**
 * The schema for scenarios in `folder`: that of the package installed in the project around it, which stays the right
 * one when the package is updated; where there is none, a copy beside the scenario.
 * @throws UsageError where a file of another kind has the name of the copy.
 */
export function schemaPlace(folder: string): SchemaPlace {
  const real = realpathSync(folder);
  for (let at = real; ; at = dirname(at)) {
    const inside = at === realpathSync(packageRoot) ? at : join(at, 'node_modules', 'inbox-sim');
    const schema = join(inside, schemaInPackage);
    if (existsSync(schema)) return { reference: slashed(relative(real, schema)), copyTo: null };
    if (dirname(at) === at) break;
  }
  const copy = join(real, copyName);
  if (!existsSync(copy)) return { reference: `./${copyName}`, copyTo: copy };
  const ours = readFileSync(schemaFile, 'utf8');
  const there = readFileSync(copy, 'utf8');
  if (there === ours) return { reference: `./${copyName}`, copyTo: null };
  // The title is what every version of the schema begins with.
  if (!there.includes('"title": "A scenario of inbox-sim"')) {
    throw new UsageError(words().schemaNameTaken(visible(join(folder, copyName))));
  }
  return { reference: `./${copyName}`, copyTo: copy };
}

function slashed(path: string): string {
  const parts = path.split(sep);
  return (parts[0] === '..' ? parts : ['.', ...parts]).join('/');
}
