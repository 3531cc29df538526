import type { Fault } from '../model/fault.js';
import type { InvariantName, Operation, Outcome, ResetPolicy } from '../model/names.js';
import type { Headers } from '../model/record.js';
import type { Row } from '../model/sql.js';
import type { LocalText } from '../model/text.js';
import type { OnUnknown } from '../programs/program.js';

/** A scenario that has been read and holds together: every name in it is known. Lines count from 1. */
export interface Scenario {
  readonly id: string;
  /** SHA-256 of the text with line ends as LF. */
  readonly hash: string;
  readonly title: LocalText;
  readonly teaches: LocalText;
  readonly databases: readonly DatabaseSpec[];
  readonly topics: readonly TopicSpec[];
  readonly events: readonly EventSpec[];
  readonly processes: readonly ProcessSpec[];
  readonly invariants: readonly InvariantName[];
  /** At least one; a scenario without `branches` has a single nameless one. Each is played in a world of its own. */
  readonly branches: readonly BranchSpec[];
}

export interface DatabaseSpec {
  readonly name: string;
  /** One of the built-in schemas. */
  readonly schema: string;
}

export interface TopicSpec {
  readonly name: string;
  readonly partitions: number;
}

export interface EventSpec {
  readonly name: string;
  readonly topic: string;
  readonly partition: number | null;
  readonly key: string | null;
  readonly value: string | null;
  readonly headers: Headers;
}

export interface GroupSpec {
  readonly name: string;
  readonly topic: string;
  readonly reset: ResetPolicy;
  /** What the group has committed before the scenario starts. */
  readonly committed: readonly { readonly partition: number; readonly offset: number }[];
}

export interface ProcessSpec {
  readonly name: string;
  readonly program: string;
  readonly variant: string;
  readonly group: string;
  readonly database: string;
  /** All of the topic's when the scenario names none. */
  readonly partitions: readonly number[];
  readonly onUnknown: OnUnknown;
}

export interface BranchSpec {
  readonly name: string | null;
  readonly title: LocalText | null;
  readonly groups: readonly GroupSpec[];
  readonly steps: readonly Step[];
  readonly end: StateExpectation;
}

export interface PlannedFault {
  readonly line: number;
  readonly operation: Operation;
  readonly fault: Fault;
  /** Which operation of that name within the step, from 1. */
  readonly occurrence: number;
}

/** What a step does. */
export type StepAction =
  | { readonly action: 'produce'; readonly actor: string; readonly event: EventSpec; readonly count: number }
  | { readonly action: 'seek'; readonly actor: string; readonly partition: number; readonly offset: number }
  | { readonly action: 'run'; readonly actor: string; readonly until: 'idle' | null }
  | { readonly action: 'crash' | 'restart'; readonly actor: string }
  | { readonly action: 'advance'; readonly milliseconds: number }
  | { readonly action: 'check'; readonly state: StateExpectation }
  | { readonly action: 'say' };

export type Step = StepAction & {
  readonly line: number;
  readonly label: string | null;
  readonly say: LocalText | null;
  readonly faults: readonly PlannedFault[];
  readonly expectOutcome: { readonly line: number; readonly outcome: Outcome } | null;
};

/** What must be so at some point: exact rows, exact committed offsets, exactly these invariants violated. */
export interface StateExpectation {
  readonly tables: readonly {
    readonly line: number;
    readonly database: string;
    readonly table: string;
    readonly rows: readonly Row[];
  }[];
  readonly offsets: readonly {
    readonly line: number;
    readonly group: string;
    readonly topic: string;
    readonly partition: number;
    /** Null: nothing is committed. */
    readonly offset: number | null;
  }[];
  readonly violates: Announcement | null;
}

/** Which invariants are meant to be violated; `byVariant` where the scenario names variants. */
export interface Announcement {
  readonly line: number;
  readonly own: readonly InvariantName[];
  readonly byVariant: Readonly<Record<string, readonly InvariantName[]>>;
}

/** What is announced for a run with `variant`; a variant that is not named is held to the scenario's own announcement. */
export function announcedFor(announcement: Announcement | null, variant: string | undefined): readonly InvariantName[] {
  if (!announcement) return [];
  return (variant === undefined ? undefined : announcement.byVariant[variant]) ?? announcement.own;
}
