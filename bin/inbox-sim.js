#!/usr/bin/env node
import { existsSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
const main = new URL('../dist/cli/main.js', import.meta.url);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`inbox-sim: Node 20.19 or newer is needed, this is ${process.versions.node}.\n`);
  process.exit(2);
}
if (!existsSync(main)) {
  process.stderr.write('inbox-sim: it has not been built yet; run "npm install" in its folder.\n');
  process.exit(2);
}
await import(main.href);
