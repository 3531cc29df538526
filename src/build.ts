import { buildArchive } from './postgres/archive.js';

await buildArchive();
process.exit(0);
