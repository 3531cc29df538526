import type { ItemAccess } from './item-access.js';
import type { Standstill } from './standstill.js';

/** Who sends an operation. */
export interface Sender {
  readonly name: string;
  /** The unit of work it belongs to, from 1; 0 for an actor without a program. */
  readonly unit: number;
  /** What the operation does to an item, or asks of one; absent where its scenario names none. */
  readonly items?: ItemAccess;
  /** Whether the one who sent it is still there to see a reply. */
  alive(): boolean;
  /** Whether it stands still: no reply is seen until it moves again. */
  readonly standstill: Standstill;
  /** Kills the actor: its memory and its connections are gone. */
  crash(): Promise<void>;
  /** The error that the actor saw, so that it can be recognised when the actor hands it on. */
  saw(error: Error, operation: number): void;
}
