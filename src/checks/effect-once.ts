import { type Check, find, noFindings, verdictOf } from './check.js';

/** What is done outside the databases is done at most once for each event: no mail twice, no second charge. */
export const effectOnce: Check<null> = {
  name: 'effect-once',
  initial: () => null,
  step: () => {},
  verdict: (_, world) => {
    const findings = noFindings();
    const first = new Map<string, string>();
    for (const { actor, effect, event, step } of world.ledger) {
      if (event === null) continue;
      findings.exercised = true;
      const key = JSON.stringify([effect, event]);
      const before = first.get(key);
      if (before === undefined) first.set(key, actor);
      else find(findings, { code: 'effect-again', step, args: { effect, event, actor, first: before } });
    }
    return verdictOf(findings);
  },
};
