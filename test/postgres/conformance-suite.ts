import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { DatabaseServer } from '../../src/postgres/ports.js';
import { describeChanges } from './conformance/changes.js';
import { describeClock } from './conformance/clock.js';
import { describeDatabases } from './conformance/databases.js';
import { describeDefinitions } from './conformance/definitions.js';
import { describeOwnership } from './conformance/ownership.js';
import { describeReset } from './conformance/reset.js';
import { describeSaving } from './conformance/saving.js';
import { describeSessions } from './conformance/sessions.js';
import { describeTableKinds } from './conformance/table-kinds.js';
import { describeTransactions } from './conformance/transactions.js';
import { describeValues } from './conformance/values.js';

/** Gives a part of the suite the server that it may use; each test finds it without any database. */
export type ServerOf = () => DatabaseServer;

/** What every engine has to answer, whoever runs PostgreSQL underneath. */
export function describeConformance(name: string, open: () => DatabaseServer): void {
  describe(name, () => {
    let server: DatabaseServer;
    beforeAll(() => {
      server = open();
    });
    afterEach(async () => {
      try {
        await server.reset();
      } catch (error) {
        // This test has to fail, and the ones after it have to find a server that is whole.
        await server.close();
        server = open();
        throw error;
      }
    });
    afterAll(() => server.close());

    for (const describePart of [
      describeTransactions,
      describeChanges,
      describeValues,
      describeClock,
      describeSessions,
      describeDatabases,
      describeDefinitions,
      describeOwnership,
      describeTableKinds,
      describeSaving,
      describeReset,
    ]) {
      describePart(() => server);
    }
  });
}
