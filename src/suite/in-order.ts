/**
 * Does `work` for every item, as many at a time as there are workers, and hands the results on in the order of the items,
 * however many workers there are. It ends early when `deliver` answers false or `signal` is aborted; what is under way
 * then is left to itself. Returns how many results were handed on.
 */
export async function inOrder<Item, Worker, Result>(
  items: readonly Item[],
  workers: readonly Worker[],
  work: (item: Item, worker: Worker) => Promise<Result>,
  deliver: (result: Result) => boolean,
  signal: AbortSignal,
): Promise<number> {
  const ready = new Map<number, Result>();
  let next = 0;
  let delivered = 0;
  let goesOn = !signal.aborted;
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      goesOn = false;
      resolve();
    });
  });
  const workThrough = async (worker: Worker) => {
    while (goesOn && next < items.length) {
      const index = next++;
      ready.set(index, await work(items[index] as Item, worker));
      for (; goesOn && ready.has(delivered); delivered++) {
        goesOn = deliver(ready.get(delivered) as Result);
        ready.delete(delivered);
      }
    }
  };
  if (goesOn) await Promise.race([Promise.all(workers.map(workThrough)), aborted]);
  return delivered;
}
