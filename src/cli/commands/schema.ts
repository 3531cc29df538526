import { readFileSync } from 'node:fs';
import { standardOutput } from '../output.js';
import { schemaFile } from '../schema-place.js';

/** Writes the JSON Schema of the scenario language. */
export async function schema(): Promise<number> {
  const output = standardOutput(process.stdout);
  output.put(readFileSync(schemaFile, 'utf8'));
  await output.finish();
  return 0;
}
