import { openServer } from '../support/server.js';
import { describeCases } from './case-suite.js';
import { inboxEnds } from './ends-inbox.js';
import { offsetEnds } from './ends-offsets.js';
import { outboxEnds } from './ends-outbox.js';

/** Failures that people really had, each written down in the scenario language alone. */
describeCases({
  folder: new URL('./', import.meta.url),
  cases: [
    ...[
      'A1',
      'A3',
      'A4',
      'A6',
      'A8',
      'A9',
      'A9',
      'A10',
      'A11',
      'A13',
      'A14',
      'A16',
      'A19',
      'A21',
      'A23',
      'A26',
      'B1',
      'B2',
      'B3',
    ],
    ...['C1', 'C2', 'C3', 'C4', 'C5', 'C7', 'C9', 'C11', 'C13', 'C15', 'C16'],
    ...['D1', 'D2', 'D5', 'D7', 'D8', 'D11', 'D12', 'D15'],
    ...['E1', 'E4', 'E7'],
  ],
  ends: { ...outboxEnds, ...inboxEnds, ...offsetEnds },
  open: () => openServer(),
});
