import { KafkaRefusal } from './errors.js';

/** What an idempotent producer writes on each batch: who sends, in which epoch, and the how-manieth it is there. */
export interface BatchIdentity {
  readonly producerId: number;
  readonly epoch: number;
  readonly sequence: number;
}

interface StoredBatch {
  readonly sequence: number;
  readonly offset: number;
}

/** So many of a producer's last batches are recognised when they come again (`ProducerStateEntry`). */
const batchesKept = 5;

/** What one partition remembers of idempotent producers (rules P5, P6). */
export class ProducerState {
  readonly #producers = new Map<number, { epoch: number; batches: StoredBatch[] }>();

  /**
   * The offset that the same batch got when it came before; null when it is new and next in line. The first batch of
   * a producer that the partition does not know may have any sequence number (`ProducerAppendInfo.checkSequence`).
   * @throws KafkaRefusal OUT_OF_ORDER_SEQUENCE_NUMBER, INVALID_PRODUCER_EPOCH
   */
  offsetOf({ producerId, epoch, sequence }: BatchIdentity): number | null {
    const producer = this.#producers.get(producerId);
    if (!producer) return null;
    if (epoch < producer.epoch)
      throw new KafkaRefusal('INVALID_PRODUCER_EPOCH', `epoch ${epoch} is older than ${producer.epoch}`);
    const same = epoch === producer.epoch;
    const stored = same ? producer.batches.find((batch) => batch.sequence === sequence) : undefined;
    if (stored) return stored.offset;
    const expected = same ? (producer.batches.at(-1)?.sequence ?? sequence - 1) + 1 : 0;
    if (sequence === expected) return null;
    throw new KafkaRefusal(
      'OUT_OF_ORDER_SEQUENCE_NUMBER',
      `sequence number ${sequence} came where ${expected} was the next`,
    );
  }

  stored({ producerId, epoch, sequence }: BatchIdentity, offset: number): void {
    const producer = this.#producers.get(producerId);
    const before = producer?.epoch === epoch ? producer.batches : [];
    this.#producers.set(producerId, { epoch, batches: [...before, { sequence, offset }].slice(-batchesKept) });
  }

  /** Forgets the batches at and above `offset`, which a new leader never had. */
  truncate(offset: number): void {
    for (const [producerId, { epoch, batches }] of this.#producers) {
      const kept = batches.filter((batch) => batch.offset < offset);
      if (kept.length === 0) this.#producers.delete(producerId);
      else this.#producers.set(producerId, { epoch, batches: kept });
    }
  }
}
