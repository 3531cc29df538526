import type { EvidenceCode } from '../../checks/check.js';
import type { RunVerdict } from '../../engine/run.js';
import type { FaultKind } from '../../model/fault.js';
import type { InvariantVerdict, Operation } from '../../model/names.js';
import type { EngineRefusal } from '../../postgres/ports.js';
import type { StopReason } from '../../trace/end-event.js';
import type { MemberRemoved } from '../../trace/group-event.js';
import type { StepSkipped } from '../../trace/skip-event.js';
import type { LogStartMoved } from '../../trace/store-event.js';
import type { ComparisonWording } from './comparison.js';
import type { EndWording, SubjectWording } from './end.js';
import type { SuiteWording } from './suite.js';

type Args = Readonly<Record<string, string>>;

/** Why an engine does not do what a session asks; `other` is the session in its way, or what {@link EngineRefusal} names. */
export type EngineRefusalWording = Readonly<
  Record<EngineRefusal['reason'], (session: string, other: string) => string>
>;

/** Every text of a report, in one language. */
export interface Wording {
  readonly variant: string;
  readonly ofProcesses: (names: string) => string;
  readonly wrongOnPurpose: string;
  readonly branch: (name: string, number: number, of: number) => string;
  /** What readers are asked before a step. */
  readonly question: (text: string) => string;
  readonly end: string;
  readonly noRows: string;
  readonly nothingCommitted: string;
  readonly rowsAbove: (count: number) => string;
  readonly furtherPartitions: (count: number) => string;
  readonly furtherRows: (count: number) => string;
  readonly uncommitted: (session: string) => string;

  /** Headings of steps. */
  readonly step: {
    readonly produce: (event: string, count: number | undefined) => string;
    readonly enqueue: (event: string, count: number | undefined) => string;
    readonly ack: (name: string) => string;
    readonly nack: (name: string) => string;
    readonly fetch: string;
    readonly fetchFrom: (partition: number) => string;
    readonly commitOffset: (offsets: string) => string;
    readonly seek: (partition: number, offset: string) => string;
    readonly join: string;
    readonly leave: string;
    readonly effect: (effect: string) => string;
    readonly freeze: string;
    readonly thaw: string;
    readonly recreateSlot: string;
    readonly killSession: string;
    readonly rebalance: (group: string, without: string | undefined) => string;
    /** `commits` is undefined where it repeats all there are. */
    readonly replay: (replica: string, commits: number | undefined) => string;
    readonly addPartitions: (topic: string, partitions: number) => string;
    readonly deleteRecords: (partition: string, offset: number) => string;
    readonly broker: (change: string) => string;
    readonly crash: string;
    readonly restart: string;
    readonly advance: (duration: string) => string;
    readonly check: string;
    readonly runIdle: string;
    readonly run: string;
    readonly runUntil: (operation: string) => string;
    readonly nothingToRead: string;
    readonly drain: string;
    /** Where nobody runs a program. */
    readonly nobodyToDrain: string;
    readonly arrivals: string;
    readonly skipped: Readonly<Record<StepSkipped['why'], (subject: string, holds?: StepSkipped['holds']) => string>>;
    /** Of what befalls a step within a later one. */
    readonly ofStep: (step: number, text: string) => string;
    readonly position: (
      partition: string,
      offset: number,
      cause: 'committed' | 'reset' | 'seek',
      reset: string,
    ) => string;
    readonly clock: (iso: string) => string;
  };

  /** What brokers and clients do of their own accord. */
  readonly news: {
    readonly queued: (place: string) => string;
    readonly effect: (effect: string, event: string | null) => string;
    readonly group: (group: string, state: string, generation: number, members: string) => string;
    readonly noMembers: string;
    readonly removed: (member: string, group: string, why: MemberRemoved['why']) => string;
    readonly membershipLost: (process: string, group: string, cause: string) => string;
    /** `partitions` is empty where there are fewer partitions than members. */
    readonly assigned: (process: string, partitions: string) => string;
    readonly givenUp: (process: string, cause: 'revoked' | 'lost') => string;
    readonly logStart: (partition: string, from: number, offset: number, cause: LogStartMoved['cause']) => string;
    readonly truncated: (partition: string, offset: number) => string;
    readonly expired: (group: string, partition: string, offset: number) => string;
    readonly committed: (process: string, partition: string, offset: number) => string;
    readonly commitRefused: (process: string, code: string, exception: string) => string;
    readonly sessionEnded: (session: string) => string;
    readonly brokerAway: string;
  };
  readonly ledger: string;

  /** What an operation came to, beside its name. */
  readonly reply: {
    readonly noReply: string;
    readonly crashed: string;
    readonly notSent: string;
    readonly underWay: string;
    readonly error: (code: string) => string;
    readonly acked: string;
    readonly changes: (transactions: number) => string;
    readonly confirmed: (position: number) => string;
    readonly offset: (offset: number) => string;
    readonly nothingNew: string;
    readonly late: string;
    /** `by` names the sessions that it waits for. */
    readonly blocked: (by: string) => string;
  };
  readonly note: {
    readonly markerNew: string;
    readonly markerKnown: string;
    readonly sessionGone: string;
    readonly clientAndServer: (server: string) => string;
    readonly died: (server: string) => string;
    /** What the server has after `operation`, or that it has nothing. */
    readonly serverHas: (operation: Operation, done: boolean) => string;
    readonly fault: (text: string) => string;
    readonly pending: string;
    /** After it had waited for another session; null where it is about no rows. */
    readonly resumed: (rows: number | null) => string;
    readonly rolledBackInstead: string;
  };
  readonly outcome: string;
  readonly checkpointWaits: (partition: string) => string;
  readonly checkpointPasses: (offset: number) => string;
  readonly furtherUnits: (count: number, outcomes: string) => string;
  readonly furtherOperations: (count: number) => string;

  readonly verdict: Readonly<Record<InvariantVerdict, string>>;
  readonly notClaimed: string;
  readonly announced: string;
  readonly notAnnounced: string;
  readonly announcedButHolds: string;
  readonly atStep: (step: number) => string;
  readonly evidence: Readonly<Record<EvidenceCode, (args: Args) => string>>;

  readonly run: Readonly<Record<RunVerdict, string>>;
  readonly unmetRows: (line: number, subject: string) => string;
  readonly line: (line: number, what: string) => string;
  readonly subjects: SubjectWording;
  /** `found` is the code of an error where the scenario names none. */
  readonly unexpectedError: (found: string) => string;
  readonly unmet: (subject: string, expected: string, found: string) => string;
  readonly unfired: (line: number, step: number, operation: Operation, kind: FaultKind, occurrence: number) => string;
  readonly skippedStep: (line: string, step: number, why: StepSkipped['why']) => string;
  readonly nothingJudged: string;
  /** `line` is `-` after the steps; `why` is a sentence of `failure.stopped`. */
  readonly stoppedStep: (line: string, step: number, why: string) => string;
  readonly notNamed: (variant: string) => string;
  readonly atEnd: EndWording;
  readonly suite: SuiteWording;

  readonly comparison: ComparisonWording;
  readonly again: string;

  /** What keeps a scenario from being played to its end. */
  readonly failure: {
    readonly postgresSays: (message: string) => string;
    /** Where its own words stand elsewhere. */
    readonly postgresRefuses: string;
    readonly refused: (words: string) => string;
    readonly changesSomething: (message: string) => string;
    readonly noQuery: string;
    readonly transactionLeftOpen: string;
    readonly noTable: (table: string, known: string) => string;
    readonly noColumn: (table: string, column: string, known: string) => string;
    readonly afterTheSteps: string;
    readonly note: (step: number) => string;
    readonly engine: EngineRefusalWording;
    readonly stopped: Readonly<Record<StopReason, (limit: string) => string>>;
    readonly raise: (flag: string) => string;
  };

  /** What `show` says besides. */
  readonly script: {
    readonly databases: string;
    readonly builtIn: (schema: string) => string;
    readonly ownSql: string;
    readonly replicaOf: (primary: string) => string;
    readonly row: string;
    readonly topics: string;
    readonly partitions: (count: number) => string;
    readonly broker: string;
    readonly events: string;
    readonly tombstone: string;
    readonly groups: string;
    readonly processes: string;
    readonly knobs: string;
    readonly actors: string;
    readonly subscribes: string;
    readonly ownInvariants: string;
    readonly steps: string;
    readonly committed: string;
    readonly expect: string;
    readonly invariants: string;
    readonly violated: string;
    readonly end: string;
  };
}
