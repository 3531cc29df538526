import { openServer } from '../support/server.js';
import { describeConformance } from './conformance-suite.js';

describeConformance('PGlite', () => openServer());
