import { describe, expect, test } from 'vitest';
import { scenarioStart } from '../../src/base/time.js';
import type { ResetPolicy } from '../../src/model/names.js';
import { restartPosition, WorldState } from '../../src/trace/world-state.js';
import { consumer, group, TraceBuilder, topic } from '../support/trace-builder.js';

function worldAfter(trace: TraceBuilder): WorldState {
  const world = new WorldState();
  for (const event of trace.events) world.apply(event);
  return world;
}

/** Everything about partition 1: where it starts and ends, its records, and the records of each event. */
function log(trace: TraceBuilder) {
  const world = worldAfter(trace);
  const { start, end, records } = world.partition(topic, 1);
  const places = (event: string) => world.recordsOf(event).map(({ partition, offset }) => `${partition}@${offset}`);
  return {
    start,
    end,
    records: records.map(({ record, event, step }) => [record.offset, event, step]),
    byEvent: Object.fromEntries([...world.eventsInLog()].map((event) => [event, places(event)])),
  };
}

const three = () => new TraceBuilder().step().record('e1').record('e2').step().record('e1');

describe('the log', () => {
  test('keeps its records, each with the step that appended it', () => {
    expect(log(three())).toEqual({
      start: 0,
      end: 3,
      records: [
        [0, 'e1', 1],
        [1, 'e2', 1],
        [2, 'e1', 2],
      ],
      byEvent: { e1: ['1@0', '1@2'], e2: ['1@1'] },
    });
  });

  test('drops what is below its start, and still knows which records there were', () => {
    expect(log(three().logStart(2))).toEqual({
      start: 2,
      end: 3,
      records: [[2, 'e1', 2]],
      byEvent: { e1: ['1@0', '1@2'], e2: ['1@1'] },
    });
  });

  test('drops what a new leader does not have as if it had never been', () => {
    expect(log(three().truncated(1).step().record('e3'))).toEqual({
      start: 0,
      end: 2,
      records: [
        [0, 'e1', 1],
        [1, 'e3', 3],
      ],
      byEvent: { e1: ['1@0'], e2: [], e3: ['1@1'] },
    });
  });

  test('is cut at its start where a new leader has nothing at all', () => {
    expect(log(three().logStart(2).truncated(2))).toEqual({
      start: 2,
      end: 2,
      records: [],
      byEvent: { e1: ['1@0'], e2: ['1@1'] },
    });
  });

  test('gets more partitions, empty ones; the others stay', () => {
    const world = worldAfter(three().add({ kind: 'partitions-added', topic, partitions: 5 }));
    expect(world.partitions.get(topic)?.map(({ partition, start, end }) => [partition, start, end])).toEqual([
      [0, 0, 0],
      [1, 0, 3],
      [2, 0, 0],
      [3, 0, 0],
      [4, 0, 0],
    ]);
  });
});

describe('a committed offset', () => {
  test('is gone once it has expired', () => {
    const trace = new TraceBuilder().step().record('e1').commit(1);
    expect(worldAfter(trace).committed('history', topic, 1)).toBe(1);
    trace.add({ kind: 'offset-expired', group: 'history', topic, partition: 1, offset: 1 });
    expect(worldAfter(trace).committed('history', topic, 1)).toBeNull();
  });
});

describe('an assignment', () => {
  const assigned = (partitions: readonly number[]) =>
    ({
      kind: 'assignment-changed',
      process: 'history',
      group: 'history',
      topic,
      partitions,
      cause: 'assigned',
    }) as const;
  const member = () => new TraceBuilder({ processes: [consumer('history', { partitions: null })] });

  test('is what a member was given last', () => {
    expect(
      worldAfter(
        member()
          .add(assigned([0, 1]))
          .add(assigned([2])),
      ).partitionsOf('history'),
    ).toEqual([2]);
  });

  test('is gone with the life of the member', () => {
    expect(
      worldAfter(
        member()
          .add(assigned([0, 1]))
          .process('crashed'),
      ).partitionsOf('history'),
    ).toEqual([]);
  });

  test('is not what counts where partitions are taken', () => {
    expect(worldAfter(new TraceBuilder().add(assigned([2]))).partitionsOf('history')).toEqual([0, 1, 2]);
  });
});

/** Four records, one a minute; the log starts at 1, and the clock says three minutes and a half. */
function minutes(): TraceBuilder {
  const trace = new TraceBuilder().step();
  for (const minute of [0, 1, 2, 3]) trace.record(`e${minute}`, { timestamp: scenarioStart + minute * 60_000 });
  return trace.logStart(1).clock(210_000);
}

describe('after a restart', () => {
  test.each<[ResetPolicy, committed: number | null, position: number | null]>([
    ['earliest', null, 1],
    ['latest', null, 4],
    ['none', null, null],
    ['earliest', 2, 2],
    ['latest', 2, 2],
    ['none', 2, 2],
    ['by_duration:PT1H', 2, 2],
    // The ends of the log are in it.
    ['none', 1, 1],
    ['none', 4, 4],
    // Outside of the log, a committed offset is of no use.
    ['earliest', 0, 1],
    ['latest', 0, 4],
    ['none', 0, null],
    ['earliest', 5, 1],
    ['latest', 5, 4],
    ['none', 5, null],
    // The first record that is no older, counted from now.
    ['by_duration:PT1H', null, 1],
    ['by_duration:PT2M', null, 2],
    ['by_duration:PT1M30S', null, 2],
    ['by_duration:PT1M29S', null, 3],
    ['by_duration:PT30S', null, 3],
    ['by_duration:PT29S', null, 4],
    ['by_duration:PT0S', null, 4],
    ['by_duration:PT1H', 5, 1],
  ])('%s with committed offset %s begins at %s', (reset, committed, position) => {
    const trace = minutes();
    if (committed !== null) trace.commit(committed);
    expect(restartPosition(worldAfter(trace), group('history', reset), 1)).toBe(position);
  });

  test('the clock counts, not when it was first asked', () => {
    const position = (milliseconds: number) =>
      restartPosition(worldAfter(minutes().clock(milliseconds)), group('history', 'by_duration:PT2M'), 1);
    expect([180_000, 240_000, 300_000, 301_000].map(position)).toEqual([1, 2, 3, 4]);
  });
});
