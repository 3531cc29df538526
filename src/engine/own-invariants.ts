import { assert } from '../base/assert.js';
import type { Database } from '../postgres/ports.js';
import type { OwnInvariant } from '../scenario/scenario.js';
import type { QueryAnswered } from '../trace/store-event.js';
import { ScenarioFailed, type ScenarioProblem } from './scenario-failed.js';

/** The SQLSTATE of what a read-only transaction refuses. */
const readOnly = '25006';

/**
 * Asks the query of an invariant of the scenario's own. Asking changes nothing: what a rolled back transaction would leave
 * all the same, such as the next value of a sequence, a read-only one refuses.
 * @throws ScenarioFailed where PostgreSQL does not take the query, or where it answers no rows.
 */
export async function askInvariant(invariant: OwnInvariant, database: Database): Promise<QueryAnswered> {
  const session = database.session(`invariant ${invariant.name}`);
  await session.execute('BEGIN READ ONLY');
  const { answer, transaction } = await session.execute(invariant.sql);
  await session.close();
  const failed = (problem: ScenarioProblem, position: number | null) =>
    new ScenarioFailed(`invariants: ${invariant.name}`, invariant.line, problem, { text: invariant.sql, position });
  if (answer.kind === 'error') {
    const { message, position, code } = answer.failure;
    throw failed(code === readOnly ? { kind: 'changes-something', message } : { kind: 'postgres', message }, position);
  }
  assert(answer.kind === 'done', 'an invariant that waits while nobody has a transaction open');
  // COMMIT, SET and their like are no questions; a SELECT may well name no column.
  const { columns, rows, tag } = answer.result;
  if (transaction !== 'open' || (columns.length === 0 && !tag.startsWith('SELECT')))
    throw failed({ kind: 'no-query' }, null);
  return { kind: 'query-answered', invariant: invariant.name, columns, rows };
}
