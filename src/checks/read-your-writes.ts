import { byName, type Check, type Findings, find, noFindings, verdictOf } from './check.js';
import { followWrites, type ItemVersions, noVersions, readText, versionRead, versionText } from './item-versions.js';

interface State {
  readonly findings: Findings;
  readonly versions: ItemVersions;
  /** For each client, the latest version of each item that it knows to have written. */
  readonly own: Record<string, Record<string, number>>;
}

/**
 * Whoever has been told that it has written an item finds that, or something later, whenever it asks for the item
 * (Terry et al., "Session Guarantees for Weakly Consistent Replicated Data", 1994). A client that has died has forgotten
 * what it wrote; one that was told nothing cannot count on it.
 */
export const readYourWrites: Check<State> = {
  name: 'read-your-writes',
  initial: () => ({ findings: noFindings(), versions: noVersions(), own: byName() }),
  step: ({ findings, versions, own }, event, world) => {
    if (event.kind === 'process' && event.state !== 'started') delete own[event.name];
    const version = followWrites(versions, event, world);
    if (event.kind !== 'operation') return;
    const { actor, client, reads } = event;
    const items = own[actor] ?? byName<number>();
    own[actor] = items;
    if (version !== null && client === 'ok' && event.writes) items[event.writes.item] = version;
    const wrote = reads && items[reads.item];
    const read = reads ? versionRead(versions, reads) : null;
    if (!reads || wrote === undefined || read === null) return;
    findings.exercised = true;
    if (read >= wrote) return;
    const { item } = reads;
    const args = { client: actor, item, wrote: versionText(versions, item, wrote), saw: readText(reads) };
    find(findings, { code: 'own-write-unseen', step: world.step, args });
  },
  verdict: ({ findings }) => verdictOf(findings),
};
