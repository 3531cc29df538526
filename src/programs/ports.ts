import type { Instant } from '../base/time.js';
import type { Outcome, SqlOperation } from '../model/names.js';
import type { Headers, NewRecord } from '../model/record.js';
import type { SqlResult, SqlValue } from '../model/sql.js';

/** What a PostgreSQL driver throws: the server's SQLSTATE, or the driver's own when the connection is gone (class 08). */
export class SqlError extends Error {
  override readonly name = 'SqlError';

  constructor(
    readonly code: string,
    readonly constraint: string | null,
    message: string,
  ) {
    super(message);
  }
}

/** What a Kafka client throws, by Kafka's name for the error. */
export class KafkaError extends Error {
  override readonly name = 'KafkaError';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** What whoever does something outside the databases answers, by a name of the scenario's own, or that nobody answered. */
export class EffectError extends Error {
  override readonly name = 'EffectError';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Names of the statements that programs send; a scenario's faults name them too. `sql` is any other statement. */
export type StatementName = Exclude<SqlOperation, 'begin' | 'commit' | 'rollback'>;

/** A process's connection to its database. Every method rejects with {@link SqlError}. */
export interface SqlClient {
  /** Opens a connection where there is none, then a transaction. */
  begin(): Promise<void>;
  query(name: StatementName, statement: string, parameters: readonly SqlValue[]): Promise<SqlResult>;
  /** Acknowledged only by the tag COMMIT: the tag ROLLBACK, which an aborted transaction gets, rejects with 40000. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export interface ConsumedRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: string | null;
  readonly value: string | null;
  readonly headers: Headers;
  /** The first offset that the partition still holds, as every fetch response tells. */
  readonly logStart: number;
}

/** A process's Kafka consumer. Methods that ask the broker reject with {@link KafkaError}. */
export interface ConsumerClient {
  /** The next record of some assigned partition; null where there is none. */
  fetch(): Promise<ConsumedRecord | null>;
  /** Commits `offset`, the next one to read, and waits for the broker's answer. */
  commitOffset(topic: string, partition: number, offset: number): Promise<void>;
  /** Reads on from `offset`. @throws KafkaError where the partition is not, or no longer, assigned. */
  seek(topic: string, partition: number, offset: number): void;
}

/** A record that the producer has taken over and not sent yet. */
export interface QueuedRecord {
  /** Sends it, and waits for the broker's answer; rejects with {@link KafkaError}. */
  deliver(): Promise<void>;
}

/** A process's Kafka producer. */
export interface ProducerClient {
  /** The topic that the process writes to. */
  readonly topic: string;
  /** Sends a record and waits for the broker's answer; rejects with {@link KafkaError}. */
  send(record: NewRecord): Promise<void>;
  /** Hands a record over and goes on; whether the broker ever gets it shows later. @throws KafkaError */
  enqueue(record: NewRecord): QueuedRecord;
}

/** One committed transaction, as logical decoding hands it out: the rows that it has inserted into the outbox. */
export interface CommittedRows {
  /** Where in the order of commits it stands; confirming it confirms everything before it too. */
  readonly position: number;
  /** The rows in the order in which they were written, each by its columns. */
  readonly rows: readonly OutboxRow[];
}

/** A row of an outbox, by its columns. */
export type OutboxRow = Readonly<Record<string, SqlValue>>;

/**
 * A replication slot and the connection that streams from it. The slot lives at the server: it keeps the confirmed
 * position, and what follows it is streamed again over a new connection. Methods reject with {@link SqlError}.
 */
export interface ChangeStream {
  /** Transactions in the order of their commits, whole ones: at least one where there is any, with at most `rows` rows. */
  read(rows: number): Promise<readonly CommittedRows[]>;
  confirm(position: number): Promise<void>;
  /** Drops the connection: the next read begins behind the confirmed position. */
  reconnect(): void;
}

/** What is done outside the databases. Rejects with {@link EffectError}. */
export interface EffectClient {
  perform(effect: string, event: string): Promise<void>;
}

/** Names and texts, as a client of the service sends them. */
export type Request = Readonly<Record<string, string>>;

/** What clients ask of a service. */
export interface RequestQueue {
  /** The next request; null where there is none. */
  next(): Request | null;
}

/** The clock of the machine. */
export interface Clock {
  now(): Instant;
  /** Sleeps; returns at once where that instant has passed. */
  sleepUntil(instant: Instant): Promise<void>;
}

/** Everything that a program may be given for one unit of work; it gets what it says that it needs. */
export interface Ports {
  readonly sql: SqlClient;
  readonly consumer: ConsumerClient;
  readonly producer: ProducerClient;
  readonly effects: EffectClient;
  readonly changes: ChangeStream;
  readonly requests: RequestQueue;
  readonly clock: Clock;
  /** Mints an id that nobody has had before (a UUID). */
  newId(): string;
  /** Says what the program makes of a record. */
  conclude(record: ConsumedRecord, outcome: Outcome, error?: unknown): void;
}

/** What a consuming program is given for one unit of work. */
export type ConsumerPorts = Pick<Ports, 'sql' | 'consumer' | 'conclude'>;
