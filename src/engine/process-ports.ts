import { present } from '../base/assert.js';
import { KafkaRefusal } from '../kafka/errors.js';
import type { Enqueued } from '../kafka/producer.js';
import { eventIdOf, type NewRecord } from '../model/record.js';
import type { SqlResult } from '../model/sql.js';
import type { Database } from '../postgres/ports.js';
import {
  type ChangeStream,
  type Clock,
  type CommittedRows,
  type ConsumedRecord,
  type ConsumerClient,
  KafkaError,
  type Ports,
  type ProducerClient,
  type Request,
  type SqlClient,
} from '../programs/ports.js';
import type { Connection } from './connection.js';
import { EffectCall } from './effect-call.js';
import { ProduceCall } from './kafka-call.js';
import type { KafkaWorld } from './kafka-world.js';
import type { OperationWorld } from './operate.js';
import type { Reading } from './reading.js';
import { commitOne, fetchOne } from './reading-calls.js';
import type { Sending } from './sending.js';
import type { ServerCall } from './server-call.js';
import { ConfirmCall, ReadChangesCall, type Slots, type Stream } from './slots.js';
import { SqlCall, type SqlRequest, type SqlWorld, transactionRequest } from './sql-call.js';

/** What processes need of the world. */
export type ProcessWorld = OperationWorld &
  KafkaWorld &
  SqlWorld & {
    /** Lets time pass for everybody. */
    advance(milliseconds: number): Promise<void>;
    newId(): string;
    readonly slots: Slots;
  };

/** What one life of a process has of the outside; null for what its program does not need. */
export interface Clients {
  readonly reading: Reading | null;
  readonly sending: Sending | null;
  /** Null until it has been opened. */
  connection: Connection | null;
  /** What a client has asked for and nobody has taken up. */
  request: Request | null;
  readonly stream: Stream;
}

/** Whose clients they are. */
export interface Owner {
  readonly name: string;
  readonly world: ProcessWorld;
  readonly topic: string | null;
  readonly database: Database | null;
}

type Send = (call: ServerCall) => Promise<unknown>;

/** What a program is given: clients whose every request waits for the engine. */
export function portsOf(owner: Owner, life: Clients, send: Send): Omit<Ports, 'conclude'> {
  const { name, world } = owner;
  return {
    sql: sqlClient(owner, life, send),
    consumer: consumerClient(owner, life, send),
    producer: producerClient(owner, life, send),
    changes: changeStream(owner, life, send),
    effects: { perform: async (effect, event) => void (await send(new EffectCall(world, name, effect, event))) },
    requests: {
      next: () => {
        const { request } = life;
        life.request = null;
        return request;
      },
    },
    clock: clockOf(world),
    newId: () => world.newId(),
  };
}

function sqlClient({ name, world, database }: Owner, life: Clients, send: Send): SqlClient {
  const sql = async (request: SqlRequest): Promise<SqlResult> => {
    const { connection: known } = life;
    // Whoever has lost a connection in the middle of a transaction has to begin anew; a statement alone may go anywhere.
    const anew = request.name === 'begin' || (known !== null && !known.lostInTransaction && !isEnd(request));
    if (known === null ? !isEnd(request) : known.lost && anew) {
      life.connection = world.connect(present(database, `database of ${name}`), name);
    }
    const connection = present(life.connection, 'connection');
    return (await send(new SqlCall(world, connection, request))) as SqlResult;
  };
  return {
    begin: async () => void (await sql(transactionRequest('begin'))),
    query: (statement, text, parameters) =>
      sql({ name: statement, statement: text, parameters, shown: [], source: null }),
    commit: async () => void (await sql(transactionRequest('commit'))),
    rollback: async () => void (await sql(transactionRequest('rollback'))),
  };
}

function isEnd({ name }: SqlRequest): boolean {
  return name === 'commit' || name === 'rollback';
}

function consumerClient({ name }: Owner, life: Clients, send: Send): ConsumerClient {
  const reading = () => present(life.reading, `consumer of ${name}`);
  return {
    fetch: async () => (await send(fetchOne(reading()))) as ConsumedRecord | null,
    commitOffset: async (_topic, partition, offset) => void (await send(commitOne(reading(), partition, offset))),
    seek: (_topic, partition, offset) => ofClient(() => reading().seek(partition, offset)),
  };
}

function producerClient({ name, world, topic }: Owner, life: Clients, send: Send): ProducerClient {
  const sending = () => present(life.sending, `producer of ${name}`);
  const deliver = async (event: string | null, place: () => Enqueued) =>
    void (await send(new ProduceCall(world, sending(), event, place, false)));
  const enqueue = (record: NewRecord) => sending().enqueue({ record, timestamp: null });
  return {
    get topic() {
      return present(topic, `topic of ${name}`);
    },
    send: (record) => deliver(eventIdOf(record.value), () => enqueue(record)),
    enqueue: (record) => {
      const enqueued = ofClient(() => enqueue(record));
      sending().tellQueued(name, enqueued);
      return { deliver: () => deliver(eventIdOf(record.value), () => enqueued) };
    },
  };
}

function changeStream({ name, world }: Owner, { stream }: Clients, send: Send): ChangeStream {
  return {
    read: async (rows) => (await send(new ReadChangesCall(world, name, stream, rows))) as readonly CommittedRows[],
    confirm: async (position) => void (await send(new ConfirmCall(world, name, stream, position))),
    reconnect: () => {
      stream.slot = null;
    },
  };
}

function clockOf(world: ProcessWorld): Clock {
  return {
    now: () => world.now(),
    sleepUntil: async (instant) => {
      if (instant > world.now()) await world.advance(instant - world.now());
    },
  };
}

/** What the client refuses a program is an error of the client. */
function ofClient<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof KafkaRefusal ? new KafkaError(error.code, error.message) : error;
  }
}
