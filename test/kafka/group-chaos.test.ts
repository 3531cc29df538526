import { expect, test } from 'vitest';
import { Consumer } from '../../src/kafka/consumer.js';
import { KafkaRefusal } from '../../src/kafka/errors.js';
import { groupCluster } from './rules/group-lab.js';
import { topic } from './rules/lab.js';

/** A generator of its own (mulberry32), so that a seed that fails fails again. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Lets members come, poll, stand still, die and close at random, and returns what must never be seen. */
function chaos(seed: number): string[] {
  const pick = generator(seed);
  const cluster = groupCluster(4, 5, { 'group.initial.rebalance.delay.ms': pick(2) * 3000 });
  const living: Consumer[] = [];
  const problems: string[] = [];
  let now = 0;
  for (let step = 0; step < 120; step++) {
    now += [0, 1, 500, 3000, 20_000, 46_000, 310_000][pick(7)] ?? 0;
    cluster.tick(now);
    const consumer = living[pick(Math.max(1, living.length))];
    const act = pick(9);
    try {
      if (!consumer || act === 0) {
        const instance = pick(3) === 0 ? `s${pick(2)}` : null;
        const config = { 'client.id': `c${step}`, 'group.instance.id': instance, 'enable.auto.commit': pick(2) === 0 };
        const next = new Consumer(cluster, { group: 'history', topic, partitions: null, reset: 'earliest', config });
        next.start(now);
        living.push(next);
      } else if (act === 1) living.splice(living.indexOf(consumer), 1)[0]?.die(now);
      else if (act === 2) living.splice(living.indexOf(consumer), 1)[0]?.close(now);
      else if (act === 3) consumer.freeze(now);
      else if (act === 4) consumer.thaw(now);
      else if (act === 5) consumer.waitInPoll();
      else if (act === 6) consumer.commit(pick(4), pick(6), now);
      else {
        consumer.poll(now);
        consumer.readMany(now, 2);
      }
    } catch (error) {
      if (!(error instanceof KafkaRefusal)) throw error;
    }
    const view = cluster.groups().find(({ group }) => group === 'history');
    if (view?.state !== 'Stable') continue;
    const owned = view.members.flatMap(({ partitions }) => partitions).sort();
    if (owned.join() !== '0,1,2,3') problems.push(`seed ${seed} step ${step}: ${JSON.stringify(view)}`);
  }
  // Once nobody comes and nobody dies, the group comes to rest with those who poll.
  for (const consumer of living) consumer.die(now);
  cluster.tick(now + 3_600_000);
  const rest = cluster.groups()[0]?.state ?? 'Empty';
  return rest === 'Empty' ? problems : [...problems, `seed ${seed} ends in ${rest}`];
}

test('whatever the members do, a Stable group owns each partition once, and without them it becomes Empty', () => {
  expect(Array.from({ length: 300 }, (_, seed) => chaos(seed)).flat()).toEqual([]);
});
