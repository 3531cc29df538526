import type { Instant } from '../base/time.js';
import type { Fault } from '../model/fault.js';
import type { InvariantName, Operation, Outcome, ResetPolicy, SqlOperation } from '../model/names.js';
import type { Headers } from '../model/record.js';
import type { RoleBinding, Row } from '../model/sql.js';
import type { LocalText } from '../model/text.js';
import type { KnobValues } from '../programs/knob.js';
import type { Request } from '../programs/ports.js';
import type { StateExpectation, StepExpectation } from './expectation.js';
import type { Template, ValueTemplate } from './template.js';
import type { Payload } from './values.js';

/** A scenario that has been read and holds together: every name in it is known. Lines count from 1. */
export interface Scenario {
  readonly id: string;
  /** SHA-256 of the text with line ends as LF, and of the SQL files that it names. */
  readonly hash: string;
  readonly title: LocalText;
  readonly teaches: LocalText;
  readonly databases: readonly DatabaseSpec[];
  readonly topics: readonly TopicSpec[];
  readonly events: readonly EventSpec[];
  readonly processes: readonly ProcessSpec[];
  readonly actors: readonly ActorSpec[];
  /** Settings of the broker by Kafka's names; what is not there has Kafka's default. */
  readonly broker: ConfigValues;
  /** At least one; a scenario without `branches` has a single nameless one. Each is played in a world of its own. */
  readonly branches: readonly BranchSpec[];
}

/** Settings by Kafka's own names; durations in milliseconds. */
export type ConfigValues = Readonly<Record<string, string | number | boolean>>;

export interface DatabaseSpec {
  readonly name: string;
  readonly line: number;
  readonly schema: SchemaSource;
  /** Null for a database of its own; a replica has the schema and the rows of its primary. */
  readonly replica: ReplicaSpec | null;
  /** What its tables are to the checks; null leaves that to the schema. */
  readonly bindings: readonly RoleBinding[] | null;
  /** Rows that are there from the start. */
  readonly rows: readonly SeedRows[];
}

export interface ReplicaSpec {
  readonly of: string;
  /** How long after a commit it repeats it; null where the steps say when. */
  readonly lagMilliseconds: number | null;
}

/** A built-in schema, or statements of the scenario's own. `from` is the file's name as the scenario has it. */
export type SchemaSource =
  | { readonly kind: 'built-in'; readonly name: string }
  | { readonly kind: 'own'; readonly sql: string; readonly from: string | null };

export interface SeedRows {
  readonly line: number;
  readonly table: string;
  /** Null: the columns of the table in its own order. */
  readonly columns: readonly string[] | null;
  readonly row: Row;
}

/** A query that must return no row. It is asked of the committed state. */
export interface OwnInvariant {
  readonly name: string;
  readonly line: number;
  readonly database: string;
  readonly sql: string;
  readonly message: LocalText;
}

export interface TopicSpec {
  readonly name: string;
  readonly partitions: number;
  readonly config: ConfigValues;
}

export interface EventSpec {
  readonly name: string;
  readonly topic: string;
  readonly partition: number | null;
  readonly key: string | null;
  readonly value: string | null;
  readonly headers: Headers;
  /** CreateTime where the scenario names it; null for the instant of the step that sends it. */
  readonly timestamp: Instant | null;
}

export interface GroupSpec {
  readonly name: string;
  readonly topic: string;
  readonly reset: ResetPolicy;
  /** What the group has committed before the scenario starts. */
  readonly committed: readonly { readonly partition: number; readonly offset: number }[];
}

/** How somebody reads: with partitions of its own choice, or as a member of the group that is given its partitions. */
export interface ReaderSpec {
  readonly group: string;
  /** Null: as a member of the group. */
  readonly partitions: readonly number[] | null;
  readonly config: ConfigValues;
}

/** Somebody who runs a program. What its program does not need is null. */
export interface ProcessSpec {
  readonly name: string;
  readonly program: string;
  /** What the scenario names, or what its knobs make. */
  readonly variant: string;
  readonly database: string | null;
  readonly reader: ReaderSpec | null;
  /** The topic that it writes to. */
  readonly topic: string | null;
  readonly producer: ConfigValues;
  /** The knobs that the scenario sets; the others are as the variant or the program has them. */
  readonly knobs: KnobValues;
}

/** Somebody without a program, whose every operation the scenario writes out. */
export interface ActorSpec {
  readonly name: string;
  /** The sessions it may open, each with its database. The one called '' is used where a step names none. */
  readonly sessions: Readonly<Record<string, string>>;
  readonly reader: ReaderSpec | null;
  readonly producer: ConfigValues;
  /** What it remembers from the start, and again after a restart. */
  readonly memory: Readonly<Record<string, string | null>>;
}

export interface BranchSpec {
  readonly name: string | null;
  readonly title: LocalText | null;
  readonly groups: readonly GroupSpec[];
  /** Those of the scenario, and those that only this branch puts to the test. */
  readonly invariants: readonly InvariantName[];
  readonly ownInvariants: readonly OwnInvariant[];
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

/** A record as a step writes it, or as an event has it. */
export interface RecordTemplate {
  readonly topic: string;
  readonly partition: ValueTemplate;
  readonly key: ValueTemplate;
  readonly value: Payload;
  readonly headers: readonly (readonly [name: string, value: ValueTemplate])[];
  /** CreateTime where the scenario names it; null for the instant of the step. */
  readonly timestamp: Instant | null;
  /** The event that the scenario names; null for a record written out. */
  readonly event: string | null;
}

/** A statement whose expressions have become parameters. */
export interface Statement {
  /** As the author wrote it. */
  readonly source: string;
  /** With `$1`, `$2`, ... where expressions stood. */
  readonly text: string;
  readonly parameters: readonly ValueTemplate[];
}

/** What an actor does. */
export type ActorAction =
  | {
      readonly action: 'sql';
      readonly actor: string;
      readonly session: string;
      readonly statement: Statement;
      readonly operation: SqlOperation;
    }
  | {
      readonly action: 'produce' | 'enqueue';
      readonly actor: string;
      readonly record: RecordTemplate;
      readonly count: number;
    }
  | { readonly action: 'ack'; readonly actor: string; readonly name: string }
  | { readonly action: 'nack'; readonly actor: string; readonly name: string; readonly error: string }
  | { readonly action: 'fetch'; readonly actor: string; readonly max: number | null; readonly partition: number | null }
  | {
      readonly action: 'commit-offset';
      readonly actor: string;
      readonly offsets: readonly { readonly partition: Template; readonly offset: Template }[];
      readonly metadata: string;
      readonly async: boolean;
    }
  | { readonly action: 'seek'; readonly actor: string; readonly partition: number; readonly offset: Template }
  | { readonly action: 'join' | 'leave'; readonly actor: string }
  | { readonly action: 'effect'; readonly actor: string; readonly effect: string; readonly event: ValueTemplate };

/** What happens to the broker: it is away, back, or refuses what is sent of one event or to one topic. */
export type BrokerChange =
  | { readonly kind: 'down' | 'up' }
  | { readonly kind: 'refuse'; readonly event: string | null; readonly topic: string | null; readonly error: string }
  | { readonly kind: 'accept'; readonly event: string | null; readonly topic: string | null }
  | { readonly kind: 'replication-paused' | 'replication-resumed' | 'fail-over'; readonly topic: string };

/** Where a run pauses: when there is nothing left to do, or before an operation is sent. */
export type Until = 'idle' | { readonly operation: Operation; readonly occurrence: number };

/** What a step does. */
export type StepAction =
  | ActorAction
  | {
      readonly action: 'run';
      readonly actor: string;
      readonly until: Until | null;
      /** What a client asks of it; null where nobody asks anything. */
      readonly request: Request | null;
    }
  | { readonly action: 'crash' | 'restart' | 'freeze' | 'thaw'; readonly actor: string }
  | { readonly action: 'kill-session'; readonly actor: string; readonly session: string }
  | { readonly action: 'recreate-slot'; readonly actor: string }
  | { readonly action: 'advance'; readonly milliseconds: number }
  /** A replica repeats so many commits; null for all there are. */
  | { readonly action: 'replay'; readonly replica: string; readonly commits: number | null }
  | { readonly action: 'rebalance'; readonly group: string; readonly without: readonly string[] }
  | { readonly action: 'add-partitions'; readonly topic: string; readonly partitions: number }
  | {
      readonly action: 'delete-records';
      readonly topic: string;
      readonly partition: number;
      /** The new log start; -1 stands for the high watermark. */
      readonly before: number;
    }
  | { readonly action: 'broker'; readonly change: BrokerChange }
  | { readonly action: 'check'; readonly state: StateExpectation }
  | { readonly action: 'say' };

/**
 * What an operations-level actor takes from a record, or from all that `record` stands for: the one that it fetched last
 * where that is null.
 */
export interface Conclusion {
  readonly outcome: Outcome;
  readonly record: Template | null;
}

/** What a statement does to an item, once it has ended well and is committed. */
export interface WritesItem {
  readonly item: Template;
  /** Undefined where the scenario does not say what it is then; null where it is no more. */
  readonly value: ValueTemplate | undefined;
}

/** What a query asks about an item. */
export interface ReadsItem {
  readonly item: Template;
  /** The column that names the item; null where every row is about it. */
  readonly key: string | null;
  /** The column that its value stands in; null where it is asked only whether it is there. */
  readonly value: string | null;
}

export type Step = StepAction & {
  readonly line: number;
  readonly label: string | null;
  /** What readers are to answer for themselves before the step is taken. */
  readonly ask: LocalText | null;
  readonly say: LocalText | null;
  /** The name under which the actor remembers what came of it. */
  readonly as: string | null;
  /** The rows or records, by the name the actor remembers them under, for each of which the operation is done once. */
  readonly each: string | null;
  readonly concludes: Conclusion | null;
  readonly writes: WritesItem | null;
  readonly reads: ReadsItem | null;
  readonly faults: readonly PlannedFault[];
  readonly expect: StepExpectation | null;
};
