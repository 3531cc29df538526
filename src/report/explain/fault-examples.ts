import type { FaultKind } from '../../model/fault.js';

/** How a scenario writes each fault; a test reads them all. */
export const faultExamples: Readonly<Record<FaultKind, string>> = {
  'crash-before': 'steps:\n  - run: history\n    fault: {commit: crash-before}\n  - restart: history',
  'crash-after': 'steps:\n  - run: history\n    fault: {commit: crash-after}\n  - restart: history',
  'lost-request': 'steps:\n  - run: history\n    fault: {commit: lost-request}\n    expect: {outcome: unknown}',
  'lost-reply':
    'steps:\n  - run: history\n    fault: {commit: {kind: lost-reply, noticed: 30s}}\n    expect: {outcome: unknown}',
  error: 'steps:\n  - run: history\n    fault: {saveHistory: {error: "53300"}}\n    expect: {outcome: unknown}',
  delay: 'steps:\n  - run: history\n    fault: {commit-offset: {delay: arrives}}\n  - advance: 5s\n    label: arrives',
  'late-reply':
    'steps:\n  - run: history\n    fault: {commit: {late-reply: arrives}}\n  - advance: 5s\n    label: arrives',
};
