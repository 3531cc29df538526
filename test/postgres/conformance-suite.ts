import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { DatabaseServer } from '../../src/postgres/ports.js';
import { describeChanges } from './conformance/changes.js';
import { describeClock } from './conformance/clock.js';
import { describeDatabases } from './conformance/databases.js';
import { describeDefinitions } from './conformance/definitions.js';
import { describeFacts } from './conformance/facts.js';
import { describeOpenTransactions } from './conformance/open-transactions.js';
import { describeOwnership } from './conformance/ownership.js';
import { describeReplicas } from './conformance/replicas.js';
import { describeReset } from './conformance/reset.js';
import { describeSaving } from './conformance/saving.js';
import { describeSessions } from './conformance/sessions.js';
import { describeTableKinds } from './conformance/table-kinds.js';
import { describeTransactions } from './conformance/transactions.js';
import { describeValues } from './conformance/values.js';
import { describeWaitOrder } from './conformance/wait-order.js';
import { describeWaiting } from './conformance/waiting.js';

/** In what engines may differ. */
export interface EngineTraits {
  /** Whether the server is the engine's alone: schemas are called as the databases are, and nothing belongs to others. */
  readonly alone: boolean;
  /** Whether rows can be saved and put back; the engine refuses it by name else. */
  readonly saves: boolean;
  /** Whether every statement may wait; else those of some forms alone, and the engine refuses the others by name. */
  readonly allWait: boolean;
  /** Whether the victim of a deadlock is whoever closes the circle, even where it is a COMMIT that does. */
  readonly exactVictims: boolean;
  /** Whether levels above READ COMMITTED may be open while others speak; it is refused by name else. */
  readonly aboveReadCommitted: boolean;
}

/** A part of the suite. */
export type Part = (server: ServerOf, traits: EngineTraits) => void;

/** Gives a part of the suite the server that it may use; each test finds it without any database. */
export type ServerOf = () => DatabaseServer;

/** All that every engine has to answer, whoever runs PostgreSQL underneath. */
const parts: readonly Part[] = [
  ...[describeTransactions, describeChanges, describeValues, describeClock, describeSessions, describeDatabases],
  ...[describeDefinitions, describeOwnership, describeTableKinds, describeSaving, describeReset],
  ...[describeOpenTransactions, describeWaiting, describeFacts, describeWaitOrder, describeReplicas],
];

/** What an engine has to answer; `some` for one of which only a part is in question. */
export function describeConformance(
  name: string,
  traits: EngineTraits,
  open: () => DatabaseServer | Promise<DatabaseServer>,
  some: readonly Part[] = parts,
): void {
  describe(name, () => {
    let server: DatabaseServer;
    beforeAll(async () => {
      server = await open();
    });
    afterEach(async () => {
      try {
        await server.reset();
      } catch (error) {
        // This test has to fail, and the ones after it have to find a server that is whole.
        await server.close();
        server = await open();
        throw error;
      }
    });
    afterAll(() => server.close());

    for (const describePart of some) describePart(() => server, traits);
  });
}
