import { describe, expect, test } from 'vitest';
import { limits } from '../../src/base/limits.js';
import { Watch } from '../../src/checks/registry.js';
import { INVARIANTS, type InvariantName } from '../../src/model/names.js';
import { TraceBuilder } from '../support/trace-builder.js';

describe('a watch', () => {
  test('lists what it was asked for, in the order of the registry and not of the question', () => {
    const watch = new Watch(['drained', 'repository-contract', 'one-row-per-event']);
    expect(watch.verdicts()).toEqual([
      { name: 'one-row-per-event', applies: true, verdict: 'not-exercised', evidence: [] },
      { name: 'repository-contract', applies: false, verdict: 'not-exercised', evidence: [] },
      { name: 'drained', applies: true, verdict: 'not-exercised', evidence: [] },
    ]);
  });

  test('knows every invariant', () => {
    expect(new Watch(INVARIANTS).verdicts().map(({ name }) => name)).toEqual(INVARIANTS);
  });

  test('has no verdict on what it was not asked for', () => {
    expect(new Watch(['drained']).verdicts().map(({ name }) => name)).toEqual(['drained']);
  });

  test('may be asked at any time, and goes on watching', () => {
    const watch = new Watch(['no-lost-event']);
    const said: string[] = [];
    for (const event of new TraceBuilder().step().record('e1').commit(1).pair('e1').events) {
      watch.see(event);
      said.push(`${event.kind}: ${watch.verdicts()[0]?.verdict}`);
    }
    expect(said).toEqual([
      'world-began: not-exercised',
      'step-began: not-exercised',
      'record-appended: holds',
      'offset-committed: violated',
      'rows-committed: holds',
    ]);
  });
});

const many = limits.evidencePieces + 2;

/** Breaks each invariant `many` times over, each time with another piece of evidence. */
const breaking: Readonly<Record<InvariantName, (trace: TraceBuilder, number: number) => void>> = {
  'one-row-per-event': (trace, number) => trace.pair(`e${number}`).insert('history.history_events', `e${number}`),
  'marker-with-row': (trace, number) => trace.insert('history.inbox', `e${number}`),
  'no-lost-event': (trace, number) => trace.record(`e${number}`).commit(number),
  'no-phantom-event': (trace, number) => trace.record(`e${number}`),
  'effect-once': (trace, number) => trace.effect('mail', `e${number}`).effect('mail', `e${number}`),
  'key-order': (trace, number) =>
    trace
      .insert('tickets.outbox', `e${number}`, null)
      .insert('tickets.outbox', `f${number}`, null)
      .record(`f${number}`, { key: `k${number}` })
      .record(`e${number}`, { key: `k${number}` }),
  'read-your-writes': (trace, number) => trace.writes('U', `i${number}`, 'a').reads('U', `i${number}`),
  'monotonic-reads': (trace, number) =>
    trace.writes('W', `i${number}`, 'a').reads('U', `i${number}`, 'a').reads('U', `i${number}`),
  'contiguous-checkpoint': (trace, number) => trace.record(`e${number}`).commit(number),
  'honest-outcome': (trace, number) => trace.record(`e${number}`).concluded('applied', number - 1),
  'repository-contract': (trace) => trace.unit().call('commit'),
  drained: (trace, number) => trace.drain().insert('tickets.outbox', `e${number}`, null),
};

describe('evidence', () => {
  test.each(INVARIANTS)('of %s is complete up to its limit, and then no more', (name) => {
    const pieces = [limits.evidencePieces - 1, limits.evidencePieces, many].map((count) => {
      const trace = new TraceBuilder().step();
      for (let number = 1; number <= count; number++) breaking[name](trace, number);
      const { verdict, evidence } = trace.verdict(name);
      return [verdict, evidence.length];
    });
    expect(pieces).toEqual([
      ['violated', limits.evidencePieces - 1],
      ['violated', limits.evidencePieces],
      ['violated', limits.evidencePieces],
    ]);
  });

  test('keeps the first pieces, in order', () => {
    const trace = new TraceBuilder().step();
    for (let number = 1; number <= many; number++) breaking['marker-with-row'](trace, number);
    expect(trace.verdict('marker-with-row').evidence.map(({ args }) => args.event)).toEqual(
      Array.from({ length: limits.evidencePieces }, (_, index) => `e${index + 1}`),
    );
  });
});
