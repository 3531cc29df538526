import type { EngineBroken, LimitExceeded } from '../postgres/ports.js';

/** What is wrong; the report words it. */
export type ScenarioProblem =
  /** PostgreSQL's own words. */
  | { readonly kind: 'postgres'; readonly message: string }
  /** `words` of the definition are refused. */
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'transaction-left-open' }
  /** An invariant's query would change what it asks about; PostgreSQL's own words. */
  | { readonly kind: 'changes-something'; readonly message: string }
  /** An invariant's statement answers no rows, not even none. */
  | { readonly kind: 'no-query' }
  | { readonly kind: 'no-table'; readonly table: string; readonly known: readonly string[] }
  | { readonly kind: 'no-column'; readonly table: string; readonly column: string; readonly known: readonly string[] };

/** A statement, and where in it PostgreSQL points, in characters from 1. */
export interface PointedStatement {
  readonly text: string;
  readonly position: number | null;
}

/**
 * Something that only PostgreSQL can tell is wrong with a scenario: its schema, its rows, the query of an invariant, the
 * name of a table or a column.
 */
export class ScenarioFailed extends Error {
  override readonly name = 'ScenarioFailed';

  constructor(
    /** What it is about, as the scenario calls it: `databases: shop`. */
    readonly subject: string,
    /** The line of the scenario. */
    readonly line: number,
    readonly problem: ScenarioProblem,
    /** The statement that failed. */
    readonly statement: PointedStatement | null,
  ) {
    super(`${subject}: ${problem.kind === 'postgres' ? problem.message : problem.kind}`);
  }
}

/** PostgreSQL was given up before the first step: nothing has been played that could be shown. */
export class SetupStopped extends Error {
  override readonly name = 'SetupStopped';

  constructor(
    /** What it is about, as the scenario calls it: `databases: shop`. */
    readonly subject: string,
    /** The line of the scenario. */
    readonly line: number,
    readonly reason: LimitExceeded | EngineBroken,
  ) {
    super(`${subject}: ${reason.message}`);
  }
}
