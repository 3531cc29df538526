import type { Database } from '../postgres/ports.js';
import type { OwnInvariant } from '../scenario/scenario.js';
import type { QueryAnswered } from '../trace/store-event.js';
import { ScenarioFailed } from './scenario-failed.js';

/**
 * Asks the query of an invariant of the scenario's own, in a transaction that is rolled back: asking changes nothing.
 * @throws ScenarioFailed where PostgreSQL does not take the query.
 */
export async function askInvariant(invariant: OwnInvariant, database: Database): Promise<QueryAnswered> {
  const session = database.session(`invariant ${invariant.name}`);
  await session.begin();
  const { answer } = await session.execute(invariant.sql);
  await session.close();
  if (answer.kind === 'error') {
    const { message, position } = answer.failure;
    throw new ScenarioFailed(
      `invariants: ${invariant.name}`,
      invariant.line,
      { kind: 'postgres', message },
      {
        text: invariant.sql,
        position,
      },
    );
  }
  const { columns, rows } = answer.result;
  return { kind: 'query-answered', invariant: invariant.name, columns, rows };
}
