import type { Outcome } from '../model/names.js';
import type { Headers } from '../model/record.js';
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

/** Names of the statements that programs send; a scenario's faults name them too. `sql` is any other statement. */
export type StatementName = 'tryInbox' | 'saveHistory' | 'sql';

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

/** What a consuming program is given for one unit of work. */
export interface ConsumerPorts {
  readonly sql: SqlClient;
  readonly consumer: ConsumerClient;
  /** Says what the program makes of a record. */
  conclude(record: ConsumedRecord, outcome: Outcome, error?: unknown): void;
}
