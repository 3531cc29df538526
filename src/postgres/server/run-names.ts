import type { DatabaseRoles } from '../bootstrap.js';

/** The longest name that PostgreSQL keeps whole. */
const nameBytes = 63;

/** By this comment a schema of a run is known from one that somebody else has called alike. */
export const schemaComment = 'inbox-sim: a run, dropped when it ends';

/** What the schemas and roles of all runs are called, as patterns of PostgreSQL; the parentheses hold the id of the run. */
export const schemaPattern = '^inbox_sim_([0-9a-f]{8})$';
export const rolePattern = '^inbox_sim_(?:owner|session)_[0-9]+_([0-9a-f]{8})$';

/** The schema of a run that holds what all its databases share. */
export function sharedSchema(run: string): string {
  return `inbox_sim_${run}`;
}

/**
 * What a run calls its schemas and roles on a server that has others. Whoever looks at an answer knows them by the names
 * that they have where the whole server belongs to the run: `shop`, `inbox_sim`, `inbox_sim_session_1`.
 */
export class RunNames {
  readonly #schemas = new Map<string, string>();

  constructor(
    /** Eight hexadecimal digits. */
    readonly run: string,
  ) {}

  get shared(): string {
    return sharedSchema(this.run);
  }

  /** The schema of `database`. */
  schemaOf(database: string): string {
    const known = this.#schemas.get(database);
    if (known !== undefined) return known;
    const whole = `${this.shared}_${database}`;
    const schema = whole.length <= nameBytes ? whole : `${whole.slice(0, nameBytes - 3)}_${this.#schemas.size + 1}`;
    this.#schemas.set(database, schema);
    return schema;
  }

  /** The roles of the database of this number, which counts from 1. */
  roles(number: number): DatabaseRoles {
    return { owner: `inbox_sim_owner_${number}_${this.run}`, session: `inbox_sim_session_${number}_${this.run}` };
  }

  /** The databases that have been named. */
  get databases(): readonly string[] {
    return [...this.#schemas.keys()];
  }

  /** `text` of the server's with the names as they are shown. */
  shown(text: string): string {
    if (!text.includes(this.run)) return text;
    const cut = [...this.#schemas].filter(([database, schema]) => schema !== `${this.shared}_${database}`);
    return cut
      .reduce((shown, [database, schema]) => shown.replaceAll(schema, database), text)
      .replaceAll(`${this.shared}_`, '')
      .replaceAll(`_${this.run}`, '');
  }
}
