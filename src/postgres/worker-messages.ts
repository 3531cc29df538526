import type { Instance } from './instance.js';
import type { EngineRefusal } from './ports.js';

/** What a worker is started with. Without the archive it runs `initdb`. */
export interface WorkerStart {
  readonly useArchive: boolean;
}

/** The methods of {@link Instance} that another thread may call. */
export type WorkerMethod =
  | 'createDatabase'
  | 'openSession'
  | 'call'
  | 'uncommitted'
  | 'closeSession'
  | 'tables'
  | 'setClock'
  | 'save'
  | 'restore'
  | 'reset';

export interface WorkerRequest {
  readonly id: number;
  readonly method: WorkerMethod;
  readonly args: readonly unknown[];
}

/** Replies carry the id of their request; id 0 tells once that the server has started, or why it has not. */
export type WorkerReply =
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown }
  | {
      readonly id: number;
      readonly kind: 'refused';
      readonly reason: EngineRefusal['reason'];
      readonly sessions: readonly string[];
    }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };

export type WorkerArguments<M extends WorkerMethod> = Parameters<Instance[M]>;
export type WorkerValue<M extends WorkerMethod> = ReturnType<Instance[M]>;
