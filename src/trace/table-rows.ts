import { present } from '../base/assert.js';
import type { Row, RowChange, TableInfo } from '../model/sql.js';

export interface StoredRow {
  readonly values: Row;
  /** The step that wrote it, from 1; 0 for what the scenario starts with. */
  readonly step: number;
  /** How that step wrote it. */
  readonly change: 'insert' | 'update';
}

/** The committed rows of one table in the order in which they came, kept up from the changes of the trace. */
export class TableRows {
  readonly #rows = new Map<number, StoredRow>();
  /** Equal rows are kept apart: a table without a key may hold the same row twice. */
  readonly #idsByRow = new Map<string, number[]>();
  readonly #idsByEvent = new Map<string, Set<number>>();
  readonly #eventIndex: number;
  readonly #pendingIndices: readonly number[];
  #lastId = 0;

  constructor(readonly info: TableInfo) {
    this.#eventIndex = info.binding ? info.columns.indexOf(info.binding.eventColumn) : -1;
    this.#pendingIndices = (info.binding?.pendingColumns ?? []).map((column) => info.columns.indexOf(column));
  }

  get size(): number {
    return this.#rows.size;
  }

  rows(): IterableIterator<StoredRow> {
    return this.#rows.values();
  }

  /** The rows of one event, by the column that the table's binding names. */
  ofEvent(event: string): StoredRow[] {
    return [...(this.#idsByEvent.get(event) ?? [])].map((id) => present(this.#rows.get(id), 'row'));
  }

  /** Every event that has a row. */
  events(): IterableIterator<string> {
    return this.#idsByEvent.keys();
  }

  /** Whether a relay has still to publish a row. */
  isPending({ values }: StoredRow): boolean {
    return this.#pendingIndices.length > 0 && this.#pendingIndices.every((index) => values[index] === null);
  }

  apply(change: RowChange, step: number): void {
    switch (change.kind) {
      case 'insert':
        this.#add(++this.#lastId, { values: present(change.after, 'new row'), step, change: 'insert' });
        break;
      case 'delete':
        this.#rows.delete(this.#unindex(present(change.before, 'old row')));
        break;
      case 'update':
        // Set again under its id, a row keeps its place in the map, and the eye finds it again.
        this.#add(this.#unindex(present(change.before, 'old row')), {
          values: present(change.after, 'new row'),
          step,
          change: 'update',
        });
        break;
      case 'truncate':
        this.#rows.clear();
        this.#idsByRow.clear();
        this.#idsByEvent.clear();
        break;
    }
  }

  #add(id: number, row: StoredRow): void {
    this.#rows.set(id, row);
    const key = JSON.stringify(row.values);
    const same = this.#idsByRow.get(key);
    if (same) same.push(id);
    else this.#idsByRow.set(key, [id]);
    const event = row.values[this.#eventIndex];
    if (event == null) return;
    const ids = this.#idsByEvent.get(event);
    if (ids) ids.add(id);
    else this.#idsByEvent.set(event, new Set([id]));
  }

  /** Takes a row equal to `values` out of the indices and returns its id. */
  #unindex(values: Row): number {
    const key = JSON.stringify(values);
    const ids = present(this.#idsByRow.get(key), `row ${key} of ${this.info.name}`);
    const id = present(ids.shift(), 'row id');
    if (ids.length === 0) this.#idsByRow.delete(key);
    const event = values[this.#eventIndex];
    if (event != null) {
      const ofEvent = this.#idsByEvent.get(event);
      ofEvent?.delete(id);
      if (ofEvent?.size === 0) this.#idsByEvent.delete(event);
    }
    return id;
  }
}
