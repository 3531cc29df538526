import { isMap, isScalar, isSeq, type Node } from 'yaml';
import type { DiagnosticArgs, Span } from '../model/diagnostic.js';
import { FAULT_KINDS } from '../model/fault.js';
import { named } from './known.js';
import { pairsOf, type Reader, sourceOf, spanOf, valueNode } from './reader.js';
import type { PlannedFault, ProcessSpec, Step } from './scenario.js';
import type { ReadStep } from './step-grammar.js';
import { mostInUnit } from './unit-operations.js';

/** A step as it was written and as it was understood. */
export interface StepPair {
  readonly read: ReadStep;
  readonly step: Step;
}

/** Reports faults that can never fire, and steps of those who are surely dead, in the steps of one branch. */
export function addStepWarnings(steps: readonly StepPair[], processes: readonly ProcessSpec[], reader: Reader): void {
  /** Where each died who has not been restarted since. */
  const dead = new Map<string, number>();
  /** Who may still have a unit of work under way, from a run that paused. */
  const paused = new Set<string>();
  for (const { read, step } of steps) {
    if (!('actor' in step)) continue;
    const { actor } = step;
    const diedAt = dead.get(actor);
    if (step.action === 'restart') {
      dead.delete(actor);
      paused.delete(actor);
      continue;
    }
    if (diedAt !== undefined && step.action !== 'kill-session') {
      const [key] = read.actions;
      reader.report('dead-actor', key?.span ?? read.span, { name: actor, line: diedAt });
    }
    const process = named(processes, actor);
    for (const { planned, span } of faultsOf(read, step)) {
      const never = diedAt === undefined ? neverFires(step, planned, process, paused.has(actor)) : deadArgs;
      if (never) {
        const { operation, fault, occurrence } = planned;
        reader.report('fault-never-fires', span, { operation, fault: fault.kind, occurrence, who: actor, ...never });
      }
    }
    if (step.action === 'run' && step.until !== null && step.until !== 'idle') paused.add(actor);
    if (diedAt === undefined && surelyDies(step)) dead.set(actor, step.line);
  }
}

type Never = Pick<DiagnosticArgs['fault-never-fires'], 'why' | 'most'>;

const deadArgs: Never = { why: 'dead', most: 0 };

function neverFires(
  step: Step,
  { operation, occurrence }: PlannedFault,
  process: ProcessSpec | undefined,
  goesOn: boolean,
): Never | null {
  if (step.action !== 'run') {
    const most = mostInStep(step);
    return most !== null && occurrence > most ? { why: 'once', most } : null;
  }
  if (!process) return null;
  const most = mostInUnit(process, operation);
  if (most === 0) return { why: 'variant', most };
  const { until } = step;
  if (until === 'idle') return null;
  if (most !== null && occurrence > most) return { why: 'unit', most };
  if (until === null || until.operation !== operation) return null;
  // A run that goes on with a unit sends the operation that the unit has paused before.
  const before = until.occurrence - 1 + (goesOn ? 1 : 0);
  return occurrence > before ? { why: 'pause', most: before } : null;
}

/** How often an actor's step sends its operation at most; null where that hangs on what it remembers. */
function mostInStep(step: Step): number | null {
  if (step.each !== null || step.action === 'ack') return null;
  if (step.action === 'produce') return step.count;
  // Each partition is committed by a request of its own.
  return step.action === 'commit-offset' ? step.offsets.length : 1;
}

/** A program may not come to the operation that a crash waits for; an actor does what its step says. */
function surelyDies(step: Step): boolean {
  if (step.action === 'crash') return true;
  if (step.action === 'run' || step.action === 'ack' || step.each !== null) return false;
  return step.faults.some(
    ({ fault, occurrence }) => occurrence === 1 && (fault.kind === 'crash-before' || fault.kind === 'crash-after'),
  );
}

/** The faults of a step, each with the place where it is written: they are read in the order in which they stand. */
function faultsOf({ modifiers }: ReadStep, step: Step): { planned: PlannedFault; span: Span }[] {
  const { fault } = modifiers;
  if (!fault) return [];
  const nodes = faultNodes(fault.read);
  return step.faults.map((planned, index) => ({ planned, span: nodes[index] ? spanOf(nodes[index]) : fault.key.span }));
}

const longKeys: readonly string[] = [...FAULT_KINDS, 'kind', 'noticed', 'occurrence'];

function faultNodes(node: Node): Node[] {
  const pairs = pairsOf(node);
  const [first] = pairs;
  const short = !isMap(node) || (first && isScalar(first.key) && longKeys.includes(sourceOf(first.key)));
  if (short) return [node];
  return pairs.flatMap((pair) => {
    const value = valueNode(pair);
    return isSeq(value) ? (value.items as Node[]) : [value];
  });
}
