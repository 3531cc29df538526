import { isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import { limits } from '../base/limits.js';
import { parseDuration } from '../base/time.js';
import { ACTOR_STEPS, type Operation, RESERVED_WORDS, SQL_OPERATIONS, WORLD_STEPS } from '../model/names.js';
import { type FaultPlace, readFaults } from './faults.js';
import { produce, run, seek, stateExpectation, stepExpectation } from './grammar.js';
import { nearest } from './nearest.js';
import { found, type Located, localText, type Reader, reportUnknownKey, spanOf, text, valueNode } from './rules.js';
import type { EventSpec, ProcessSpec, StateExpectation, Step, StepAction } from './scenario.js';

/** The names that steps may use. */
export interface StepNames {
  readonly events: readonly EventSpec[];
  readonly processes: readonly ProcessSpec[];
  stateExpectation(read: NonNullable<ReturnType<typeof stateExpectation.read>>): StateExpectation;
}

const millisecondsPerDay = 86_400_000;
const modifiers = ['fault', 'expect', 'label', 'say'] as const;
const consumerOperations: readonly Operation[] = ['fetch', ...SQL_OPERATIONS, 'commit-offset'];

/** Reads lists of steps that follow each other: a scenario's own and those of a branch. */
export function readSteps(lists: readonly (Node | undefined)[], names: StepNames, reader: Reader): Step[] {
  const nodes = lists.flatMap((node) => {
    if (!node) return [];
    if (isSeq(node)) return node.items as Node[];
    reader.report('wrong-type', spanOf(node), { expected: 'a list of steps', found: found(node) });
    return [];
  });
  const labels = nodes.map((item) => labelOf(item));
  const actors = actorsOf(nodes, names);
  let days = 0;
  return nodes.flatMap((item, index) => {
    const label = labels[index];
    if (label !== undefined && labels.indexOf(label) < index) {
      reader.report('duplicate-name', spanOf(item), { what: 'label', name: label });
    }
    const laterLabels = labels.slice(index + 1).filter((later) => later !== undefined);
    const step = new StepReader(names, actors, laterLabels, reader).read(item);
    if (step?.action === 'advance') days += step.milliseconds / millisecondsPerDay;
    if (step?.action === 'advance' && days > limits.clockDays) {
      reader.report('wrong-value', spanOf(item), {
        expected: `at most ${limits.clockDays} days in all`,
        found: 'more',
      });
    }
    return step ?? [];
  });
}

function labelOf(node: Node): string | undefined {
  if (!isMap(node)) return undefined;
  const value = (node.items as Pair<Node, Node | null>[]).find(
    (pair) => isScalar(pair.key) && pair.key.value === 'label',
  )?.value;
  return isScalar(value) && value.value !== null ? String(value.value) : undefined;
}

/** Everybody who can be crashed and restarted: processes, and actors that some step gives an operation to. */
function actorsOf(nodes: readonly Node[], names: StepNames): readonly string[] {
  const found = new Set(names.processes.map(({ name }) => name));
  for (const node of nodes) {
    if (!isMap(node)) continue;
    for (const { key, value } of node.items as Pair<Node, Node | null>[]) {
      if (!isScalar(key) || reserved(String(key.value)) || !isMap(value)) continue;
      if (
        (value.items as Pair<Node, Node | null>[]).some((pair) => isScalar(pair.key) && pair.key.value === 'produce')
      ) {
        found.add(String(key.value));
      }
    }
  }
  return [...found];
}

function reserved(name: string): boolean {
  return (WORLD_STEPS as readonly string[]).includes(name) || (modifiers as readonly string[]).includes(name);
}

class StepReader {
  constructor(
    readonly names: StepNames,
    readonly actors: readonly string[],
    readonly laterLabels: readonly string[],
    readonly reader: Reader,
  ) {}

  read(node: Node): Step | undefined {
    const { reader } = this;
    if (!isMap(node)) {
      return reader.report('wrong-type', spanOf(node), {
        expected: 'a step, such as "run: history" (with the colon)',
        found: found(node),
      });
    }
    const parts = new Map<string, { key: Located<string>; value: Node }>();
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const key = text.read(pair.key, reader);
      if (key) parts.set(key.value, { key, value: valueNode(pair) });
    }
    const actions = [...parts.values()].filter(({ key }) => !(modifiers as readonly string[]).includes(key.value));
    const slip = actions.length > 1 ? actions.find(({ key }) => nearest(key.value, modifiers).length > 0) : undefined;
    if (slip) return reportUnknownKey(reader, slip.key, modifiers);
    const [first, second] = actions;
    if (second)
      return reader.report('not-one-action', second.key.span, {
        actions: actions.map(({ key }) => key.value).join(', '),
      });
    if (!first && !parts.has('say')) return reader.report('not-one-action', spanOf(node), { actions: '' });

    const action: StepAction | undefined = first ? this.#action(first.key, first.value) : { action: 'say' };
    const place = { operations: action ? operationsOf(action) : [], laterLabels: this.laterLabels };
    const rest = this.#modifiers(parts, action, place);
    if (!action) return undefined;
    return { line: reader.lineAt(spanOf(node).start), ...rest, ...action };
  }

  #modifiers(
    parts: ReadonlyMap<string, { value: Node; key: Located<string> }>,
    action: StepAction | undefined,
    place: FaultPlace,
  ) {
    const { reader } = this;
    const say = parts.get('say');
    const label = parts.get('label');
    const fault = parts.get('fault');
    const expect = parts.get('expect');
    if (action && fault && place.operations.length === 0) reportUnknownKey(reader, fault.key, ['say', 'label']);
    if (action && expect && action.action !== 'run') reportUnknownKey(reader, expect.key, ['say', 'label', 'fault']);
    const expected = expect && stepExpectation.read(expect.value, reader);
    return {
      label: (label && text.read(label.value, reader)?.value) ?? null,
      say: (say && localText.read(say.value, reader)) ?? null,
      faults: action && fault && place.operations.length > 0 ? readFaults(fault.value, place, reader) : [],
      expectOutcome: expected
        ? { line: reader.lineAt(expected.outcome.span.start), outcome: expected.outcome.value }
        : null,
    };
  }

  #action(key: Located<string>, value: Node): StepAction | undefined {
    const { reader } = this;
    switch (key.value) {
      case 'run': {
        const read = run.read(value, reader);
        if (!read) return undefined;
        const [process, until] = 'process' in read ? [read.process, read.until?.value ?? null] : [read, null];
        const known = this.names.processes.map(({ name }) => name);
        if (!known.includes(process.value)) return reader.unknownName('process', process, known);
        return { action: 'run', actor: process.value, until };
      }
      case 'crash':
      case 'restart': {
        const actor = text.read(value, reader);
        if (!actor) return undefined;
        if (!this.actors.includes(actor.value)) return reader.unknownName('process or actor', actor, this.actors);
        return { action: key.value, actor: actor.value };
      }
      case 'advance': {
        const duration = text.read(value, reader);
        if (!duration) return undefined;
        const milliseconds = parseDuration(duration.value);
        if (milliseconds === null) {
          return reader.report('wrong-value', duration.span, {
            expected: 'a duration such as 500ms, 2s, 10m, 3h or 8d',
            found: duration.value,
          });
        }
        return { action: 'advance', milliseconds };
      }
      case 'check': {
        const read = stateExpectation.read(value, reader);
        return read && { action: 'check', state: this.names.stateExpectation(read) };
      }
      default:
        return this.#actorStep(key, value);
    }
  }

  /** `actor: {produce: ...}` or `process: {seek: ...}`. */
  #actorStep(actor: Located<string>, value: Node): StepAction | undefined {
    const { reader } = this;
    const pairs = isMap(value) ? (value.items as Pair<Node, Node | null>[]) : [];
    const [pair] = pairs;
    const operation = pair && text.read(pair.key, reader);
    const known = (ACTOR_STEPS as readonly string[]).includes(operation?.value ?? '');
    if (pair && (RESERVED_WORDS as readonly string[]).includes(actor.value)) {
      return reader.report('reserved-name', actor.span, { name: actor.value });
    }
    if (this.actors.includes(actor.value) && (!isMap(value) || pairs.length !== 1)) {
      const process = this.names.processes.some(({ name }) => name === actor.value);
      const expected = process
        ? `an operation of ${actor.value}, {seek: {partition: 0, offset: 0}}; to let it work write "run: ${actor.value}"`
        : `an operation of ${actor.value}, such as {produce: an-event}`;
      return reader.report('wrong-type', spanOf(value), { expected, found: found(value) });
    }
    if (!pair || !operation || pairs.length > 1 || (!known && !this.actors.includes(actor.value))) {
      return reportUnknownKey(reader, actor, [...WORLD_STEPS, ...this.actors]);
    }
    if (operation.value === 'produce') return this.#produce(actor, valueNode(pair));
    if (operation.value === 'seek') {
      const process = this.names.processes.find(({ name }) => name === actor.value);
      if (!process)
        return reader.unknownName(
          'process',
          actor,
          this.names.processes.map(({ name }) => name),
        );
      const read = seek.read(valueNode(pair), reader);
      if (!read) return undefined;
      if (!process.partitions.includes(read.partition.value)) {
        return reader.report('unknown-name', read.partition.span, {
          what: 'assigned partition',
          name: String(read.partition.value),
          nearest: '',
          known: process.partitions.join(', '),
        });
      }
      return { action: 'seek', actor: actor.value, partition: read.partition.value, offset: read.offset.value };
    }
    return reader.report('unknown-name', operation.span, {
      what: 'operation',
      name: operation.value,
      nearest: nearest(operation.value, ACTOR_STEPS).join(', '),
      known: this.names.processes.some(({ name }) => name === actor.value) ? 'seek' : 'produce',
    });
  }

  #produce(actor: Located<string>, value: Node): StepAction | undefined {
    const { reader } = this;
    const read = produce.read(value, reader);
    if (!read) return undefined;
    if (this.names.processes.some(({ name }) => name === actor.value)) {
      return reader.report('wrong-value', actor.span, { expected: 'an actor that is no process', found: actor.value });
    }
    const [name, count] = 'event' in read ? [read.event, read.count?.value ?? 1] : [read, 1];
    const event = this.names.events.find((candidate) => candidate.name === name.value);
    if (!event)
      return reader.unknownName(
        'event',
        name,
        this.names.events.map((candidate) => candidate.name),
      );
    return { action: 'produce', actor: actor.value, event, count };
  }
}

function operationsOf(action: StepAction): readonly Operation[] {
  if (action.action === 'run') return consumerOperations;
  return action.action === 'produce' ? ['produce'] : [];
}
