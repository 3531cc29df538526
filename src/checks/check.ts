import { limits } from '../base/limits.js';
import type { InvariantVerdict } from '../model/names.js';
import type { TraceEvent } from '../trace/event.js';
import type { WorldState } from '../trace/world-state.js';

const EVIDENCE_CODES = [
  'rows-of-one-event',
  'marker-without-row',
  'row-without-marker',
  'lost-behind-offset',
  'lost-behind-reset',
  'lost-with-record',
  'lost-without-position',
  'lost-before-publish',
  'never-published',
  'offset-over-unresolved',
  'claim-without-row',
  'record-unresolved',
  'no-position',
  'offset-behind',
  'row-pending',
  'unfinished',
  'contract-unexpected-call',
  'contract-rollback-after-commit',
  'contract-no-clean-up',
  'contract-wrong-outcome',
  'contract-other-error',
  'event-without-fact',
  'effect-again',
  'later-before-earlier',
  'own-write-unseen',
  'read-went-back',
  'query-found-rows',
] as const;
export type EvidenceCode = (typeof EVIDENCE_CODES)[number];

/** One thing that shows a violation. The report words it; `args` are the names and numbers that the sentence needs. */
export interface Evidence {
  readonly code: EvidenceCode;
  /** The step at which it came about, from 1; 0 for what the scenario starts with. */
  readonly step: number;
  readonly args: Readonly<Record<string, string>>;
}

export interface Verdict {
  readonly verdict: InvariantVerdict;
  readonly evidence: readonly Evidence[];
}

/**
 * An invariant as a fold over the trace. `step` is called after `world` has taken the event in; its state is plain data.
 * `verdict` judges what is known so far, and may be asked at any time.
 */
export interface Check<State = unknown> {
  /** One of the registry's, or the name that a scenario gives an invariant of its own. */
  readonly name: string;
  /** True for an invariant about the process itself, which only programs that claim it are held to. */
  readonly claimed?: true;
  initial(): State;
  step(state: State, event: TraceEvent, world: WorldState): void;
  verdict(state: State, world: WorldState): Verdict;
}

/**
 * What a check keeps by name. Names are the scenario's, and some of them are what every other object has from the start:
 * `constructor`, `__proto__`.
 */
export function byName<T>(): Record<string, T> {
  return Object.create(null);
}

/** What a check that judges as it goes keeps: whether it ever judged anything, and what it found. */
export interface Findings {
  exercised: boolean;
  readonly evidence: Evidence[];
}

export function noFindings(): Findings {
  return { exercised: false, evidence: [] };
}

/** Keeps the first few; what follows says the same again. */
export function find(findings: Findings, evidence: Evidence): void {
  findings.exercised = true;
  if (findings.evidence.length < limits.evidencePieces) findings.evidence.push(evidence);
}

export function verdictOf({ exercised, evidence }: Findings): Verdict {
  if (!exercised) return { verdict: 'not-exercised', evidence: [] };
  return { verdict: evidence.length > 0 ? 'violated' : 'holds', evidence };
}
