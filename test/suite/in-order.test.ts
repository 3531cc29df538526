import { describe, expect, test } from 'vitest';
import { inOrder } from '../../src/suite/in-order.js';

/** Work that ends in the order in which the test says so. */
class Bench {
  readonly #ends = new Map<string, () => void>();
  readonly begun: string[] = [];
  readonly delivered: string[] = [];

  work = async (item: string, worker: string): Promise<string> => {
    this.begun.push(`${item} by ${worker}`);
    await new Promise<void>((resolve) => this.#ends.set(item, resolve));
    return item.toUpperCase();
  };

  async end(...items: string[]): Promise<void> {
    for (const item of items) {
      this.#ends.get(item)?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

function run(bench: Bench, workers: string[], stopAt: string | null = null, controller = new AbortController()) {
  const deliver = (result: string) => {
    bench.delivered.push(result);
    return result !== stopAt;
  };
  return inOrder(['a', 'b', 'c', 'd'], workers, bench.work, deliver, controller.signal);
}

describe('work in order', () => {
  test('one worker does one thing after another', async () => {
    const bench = new Bench();
    const all = run(bench, ['x']);
    await bench.end('a', 'b', 'c', 'd');
    expect(await all).toBe(4);
    expect(bench.begun).toEqual(['a by x', 'b by x', 'c by x', 'd by x']);
    expect(bench.delivered).toEqual(['A', 'B', 'C', 'D']);
  });

  test('two workers work side by side, and what is done early waits for what comes before it', async () => {
    const bench = new Bench();
    const all = run(bench, ['x', 'y']);
    await bench.end('b', 'c');
    expect([bench.begun, bench.delivered]).toEqual([['a by x', 'b by y', 'c by y', 'd by y'], []]);
    await bench.end('a');
    expect(bench.delivered).toEqual(['A', 'B', 'C']);
    await bench.end('d');
    expect(await all).toBe(4);
    expect(bench.delivered).toEqual(['A', 'B', 'C', 'D']);
  });

  test('it ends at the result that deliver does not want to go beyond, however many are done already', async () => {
    const bench = new Bench();
    const all = run(bench, ['x', 'y'], 'B');
    await bench.end('b', 'c', 'a', 'd');
    expect(await all).toBe(2);
    expect(bench.delivered).toEqual(['A', 'B']);
  });

  test('an abort leaves what is under way to itself', async () => {
    const bench = new Bench();
    const controller = new AbortController();
    const all = run(bench, ['x'], null, controller);
    await bench.end('a');
    controller.abort();
    expect(await all).toBe(1);
    await bench.end('b');
    expect([bench.begun, bench.delivered]).toEqual([['a by x', 'b by x'], ['A']]);
  });

  test('after an abort nothing begins', async () => {
    const bench = new Bench();
    expect(await inOrder(['a'], ['x'], bench.work, () => true, AbortSignal.abort())).toBe(0);
    expect(bench.begun).toEqual([]);
  });

  test('a failure is handed on', async () => {
    const failing = async () => {
      throw new Error('broken');
    };
    await expect(inOrder(['a'], ['x'], failing, () => true, new AbortController().signal)).rejects.toThrow('broken');
  });
});
