import { present } from '../base/assert.js';
import type { Backend } from './backend.js';
import { literal } from './quote.js';
import type { Seat } from './seat.js';

/** Where a sequence stands. */
export interface SequenceState {
  /** With its schema, as SQL names it. */
  readonly name: string;
  readonly lastValue: bigint;
  readonly called: boolean;
}

/** Where the sequences `names` stand, and the one behind the UUIDs. */
export function readSequences(backend: Backend, seat: Seat, names: readonly string[]): SequenceState[] {
  const each = [...names, 'inbox_sim.uuid'].map(
    (name) => `SELECT ${literal(name)}, last_value, is_called FROM ${name}`,
  );
  const { rows } = present(backend.script(seat.aside(each.join(' UNION ALL '))).results[1], 'sequences');
  return rows.map(([name, lastValue, called]) => ({
    name: present(name, 'sequence'),
    lastValue: BigInt(present(lastValue, 'last value')),
    called: called === 't',
  }));
}

/** Those of `before` that stand somewhere else in `after`. */
export function movedSequences(before: readonly SequenceState[], after: readonly SequenceState[]): SequenceState[] {
  return before.filter(({ name, lastValue, called }) => {
    const now = after.find((state) => state.name === name);
    return now?.lastValue !== lastValue || now.called !== called;
  });
}

/** Sets sequences to where they stood. */
export function setSequences(backend: Backend, seat: Seat, states: readonly SequenceState[]): void {
  if (states.length === 0) return;
  const calls = states.map(
    ({ name, lastValue, called }) => `pg_catalog.setval(${literal(name)}, ${lastValue}, ${called})`,
  );
  const { failure } = backend.script(seat.aside(`SELECT ${calls.join(', ')}`));
  present(failure ? undefined : states, 'sequences set');
}

/** For each of `states` where it stands further: there, or in `others`. */
export function furthest(states: readonly SequenceState[], others: readonly SequenceState[]): SequenceState[] {
  return states.map((state) => {
    const other = others.find(({ name }) => name === state.name);
    if (!other) return state;
    const isFurther = other.lastValue > state.lastValue || (other.lastValue === state.lastValue && other.called);
    return isFurther ? other : state;
  });
}
