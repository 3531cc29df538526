import type { DiagnosticCode } from '../../model/diagnostic.js';
import type { FaultKind } from '../../model/fault.js';
import type { InvariantName, Outcome } from '../../model/names.js';

/** The words of the field that `explain` knows, by their English names. */
export const WORDS = [
  'event',
  'record',
  'committed offset',
  'position',
  'checkpoint',
  'lag',
  'redelivery',
  'process',
  'actor',
  'program',
  'operation',
  'fault',
  'outcome',
  'invariant',
  'verdict',
  'variant',
  'schedule',
  'trace',
  'inbox',
  'outbox',
  'relay',
  'consumer group',
  'rebalance',
  'replica',
  'auto.offset.reset',
  'drain',
  'offset',
  'retention',
  'at-least-once',
  'at-most-once',
  'exactly-once',
  'duplicate',
  'dedup key',
  'marker',
  'idempotent consumer',
  'lost event',
  'phantom event',
  'dual write',
  'transactional outbox',
  'cdc',
  'replication slot',
  'projection',
  'eventual consistency',
  'optimistic ui',
  'sticky session',
  'zombie',
  'deadlock',
] as const;
export type Word = (typeof WORDS)[number];

/** What a diagnostic means, and why it matters. */
export interface Meaning {
  readonly means: string;
  readonly why: string;
}

/** What a term is, in the order in which they are listed. */
export const TERM_KINDS = [
  'word',
  'outcome',
  'program',
  'knob',
  'fault',
  'invariant',
  'diagnostic',
  'warning',
  'refusal',
] as const;
export type TermKind = (typeof TERM_KINDS)[number];

/** Everything that `explain` says, in one language. */
export interface ExplainWording {
  /** What a term is, and the heading above all of its kind. */
  readonly kinds: Readonly<Record<TermKind, { readonly one: string; readonly many: string }>>;
  readonly wrong: string;
  readonly right: string;
  readonly example: string;
  /** Below an example that is a part of a scenario. */
  readonly restLeftOut: string;
  /** Where a word can be watched. */
  readonly shownBy: (scenario: string) => string;
  /** Why a statement is refused, as sentences. */
  readonly refused: (why: string, instead: string) => string;
  readonly heading: string;
  readonly unknown: (term: string, nearest: readonly string[]) => string;
  readonly diagnostics: Readonly<Record<DiagnosticCode, Meaning>>;
  readonly invariants: Readonly<Record<InvariantName, string>>;
  readonly faults: Readonly<Record<FaultKind, string>>;
  readonly outcomes: Readonly<Record<Outcome, string>>;
  readonly words: Readonly<Record<Word, { readonly name: string; readonly text: string }>>;
}
