import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Bug } from './base/assert.js';
import { buildArchive } from './postgres/archive.js';
import { type CatalogueEntry, catalogueEntry } from './report/catalogue.js';
import { renderDiagnostics } from './report/diagnostics.js';
import { loadScenario } from './scenario/load.js';
import { scenarioSchema } from './scenario/schema.js';
import { traceSchema } from './trace/document-schema.js';

/** What the build makes besides the compiled code: the index of the scenarios, the JSON Schemas, the data directory. */
const root = new URL('../', import.meta.url);

// What an earlier source was compiled to must not be packed, nor declarations that no user of the package can come to.
const declarations = declarationsFrom('index.d.ts');
for (const entry of readdirSync(new URL('dist/', root), { recursive: true, encoding: 'utf8' })) {
  const file = entry.replaceAll('\\', '/');
  const [, name, kind] = /^(.*?)(\.d\.ts|\.js|\.js\.map)$/.exec(file) ?? [];
  const isWanted = kind === '.d.ts' ? declarations.has(file) : existsSync(new URL(`src/${name}.ts`, root));
  if (kind !== undefined && !isWanted) rmSync(new URL(`dist/${file}`, root));
}

const entries = readdirSync(new URL('scenarios/', root))
  .filter((file) => file.endsWith('.yaml'))
  .sort()
  .map((file): CatalogueEntry => {
    const text = readFileSync(new URL(`scenarios/${file}`, root), 'utf8');
    const loaded = loadScenario(text);
    if (loaded.kind === 'diagnostics')
      throw new Bug(`\n${renderDiagnostics(`scenarios/${file}`, text, loaded.diagnostics, 'en')}`);
    if (`${loaded.scenario.id}.yaml` !== file) throw new Bug(`scenarios/${file} has the id ${loaded.scenario.id}`);
    return catalogueEntry(loaded.scenario);
  });
writeFileSync(new URL('dist/scenarios.json', root), `${JSON.stringify(entries, null, 2)}\n`);
writeFileSync(new URL('dist/scenario.schema.json', root), `${JSON.stringify(scenarioSchema(), null, 2)}\n`);
writeFileSync(new URL('dist/trace.schema.json', root), `${JSON.stringify(traceSchema, null, 2)}\n`);
await buildArchive();

/** A file of declarations, relative to `dist`, and those that it leads to. */
function declarationsFrom(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(new URL(`dist/${file}`, root), 'utf8');
  for (const [, name] of text.matchAll(/\b(?:from|import\() ?['"](\.[^'"]+)\.js['"]/g))
    declarationsFrom(posix.join(posix.dirname(file), `${name}.d.ts`), found);
  return found;
}
