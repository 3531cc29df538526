import { openServer } from '../support/server.js';
import { describeConformance } from './conformance-suite.js';

describeConformance(
  'PGlite',
  { alone: true, saves: true, allWait: false, exactVictims: true, aboveReadCommitted: false },
  () => openServer(),
);
