import { byName, type Check, type Findings, find, noFindings, verdictOf } from './check.js';
import { followWrites, type ItemVersions, noVersions, readText, versionRead } from './item-versions.js';

interface State {
  readonly findings: Findings;
  readonly versions: ItemVersions;
  /** For each client, the latest version of each item that it has seen, and how that looked. */
  readonly seen: Record<string, Record<string, { readonly version: number; readonly text: string }>>;
}

/**
 * Whoever has seen an item as it was at some time never sees it as it was before (Terry et al., "Session Guarantees for
 * Weakly Consistent Replicated Data", 1994). A client that has died has forgotten what it saw.
 */
export const monotonicReads: Check<State> = {
  name: 'monotonic-reads',
  initial: () => ({ findings: noFindings(), versions: noVersions(), seen: byName() }),
  step: ({ findings, versions, seen }, event, world) => {
    if (event.kind === 'process' && event.state !== 'started') delete seen[event.name];
    followWrites(versions, event, world);
    if (event.kind !== 'operation') return;
    const { actor, reads } = event;
    const version = reads ? versionRead(versions, reads) : null;
    if (!reads || version === null) return;
    const items = seen[actor] ?? byName();
    seen[actor] = items;
    const now = { version, text: readText(reads) };
    const before = items[reads.item];
    if (before) findings.exercised = true;
    if (!before || now.version >= before.version) {
      items[reads.item] = now;
      return;
    }
    const args = { client: actor, item: reads.item, before: before.text, saw: now.text };
    find(findings, { code: 'read-went-back', step: world.step, args });
  },
  verdict: ({ findings }) => verdictOf(findings),
};
