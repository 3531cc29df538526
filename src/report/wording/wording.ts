import type { EvidenceCode } from '../../checks/check.js';
import type { RunVerdict } from '../../engine/run.js';
import type { FaultKind } from '../../model/fault.js';
import type { InvariantVerdict, Operation } from '../../model/names.js';
import type { StepSkipped } from '../../trace/event.js';

type Args = Readonly<Record<string, string>>;

/** Every text of a report, in one language. */
export interface Wording {
  readonly variant: string;
  readonly ofProcesses: (names: string) => string;
  readonly wrongOnPurpose: string;
  readonly branch: (name: string, number: number, of: number) => string;
  readonly end: string;
  readonly noRows: string;
  readonly nothingCommitted: string;
  readonly rowsAbove: (count: number) => string;
  readonly furtherPartitions: (count: number) => string;
  readonly uncommitted: (session: string) => string;

  /** Headings of steps. */
  readonly step: {
    readonly produce: (event: string, count: number | undefined) => string;
    readonly seek: (partition: number, offset: number) => string;
    readonly crash: string;
    readonly restart: string;
    readonly advance: (duration: string) => string;
    readonly check: string;
    readonly runIdle: string;
    readonly run: string;
    readonly nothingToRead: string;
    readonly drain: string;
    readonly arrivals: string;
    readonly skipped: Readonly<Record<StepSkipped['why'], (subject: string) => string>>;
    readonly position: (
      partition: string,
      offset: number,
      cause: 'committed' | 'reset' | 'seek',
      reset: string,
    ) => string;
    readonly clock: (iso: string) => string;
  };

  /** What an operation came to, beside its name. */
  readonly reply: {
    readonly noReply: string;
    readonly crashed: string;
    readonly notSent: string;
    readonly underWay: string;
    readonly error: (code: string) => string;
    readonly acked: string;
    readonly offset: (offset: number) => string;
    readonly nothingNew: string;
    readonly late: string;
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
  readonly unmet: (line: number, subject: string, expected: string, found: string) => string;
  readonly unfired: (line: number, step: number, operation: Operation, kind: FaultKind, occurrence: number) => string;
  readonly skippedStep: (line: string, step: number, why: StepSkipped['why']) => string;
  readonly nothingJudged: string;
  readonly notNamed: (variant: string) => string;
  readonly again: string;

  /** What `show` says besides. */
  readonly script: { readonly committed: string; readonly invariants: string; readonly violated: string };
}
