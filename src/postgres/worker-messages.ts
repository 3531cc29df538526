import { Bug } from '../base/assert.js';
import { DefinitionFailed } from './definition-failed.js';
import type { Instance } from './instance.js';
import { EngineBroken, EngineRefusal, LimitExceeded } from './ports.js';
import type { AnswerBounds } from './reply-reader.js';

/** What a worker is started with. Without the archive it runs `initdb`. */
export interface WorkerStart {
  readonly useArchive: boolean;
  readonly bounds: AnswerBounds;
}

/** The methods of {@link Instance} that another thread may call. */
export type WorkerMethod =
  | 'createDatabase'
  | 'createReplica'
  | 'replay'
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

/** An error on its way from thread to thread, which keeps nothing of it but plain data. */
export type WorkerFailure =
  | Pick<EngineRefusal, 'name' | 'reason' | 'sessions'>
  | Pick<LimitExceeded, 'name' | 'limit' | 'value' | 'unit'>
  | Pick<DefinitionFailed, 'name' | 'database' | 'problem' | 'statement'>
  | Pick<EngineBroken, 'name' | 'message'>
  | { readonly name: 'Bug'; readonly message: string };

/** Replies carry the id of their request; id 0 tells once that the server has started, or why it has not. */
export type WorkerReply =
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly failure: WorkerFailure };

export type WorkerArguments<M extends WorkerMethod> = Parameters<Instance[M]>;
export type WorkerValue<M extends WorkerMethod> = ReturnType<Instance[M]>;

/** What is sent of `error`. */
export function failureOf(error: unknown): WorkerFailure {
  if (error instanceof EngineRefusal) return { name: error.name, reason: error.reason, sessions: error.sessions };
  if (error instanceof LimitExceeded) {
    return { name: error.name, limit: error.limit, value: error.value, unit: error.unit };
  }
  if (error instanceof DefinitionFailed) {
    return { name: error.name, database: error.database, problem: error.problem, statement: error.statement };
  }
  if (error instanceof EngineBroken) return { name: error.name, message: error.message };
  return { name: 'Bug', message: error instanceof Error ? error.message : String(error) };
}

/** The error that {@link failureOf} has sent. */
export function errorOf(failure: WorkerFailure): Error {
  switch (failure.name) {
    case 'EngineRefusal':
      return new EngineRefusal(failure.reason, failure.sessions);
    case 'LimitExceeded':
      return new LimitExceeded(failure.limit, failure.value, failure.unit);
    case 'DefinitionFailed':
      return new DefinitionFailed(failure.database, failure.problem, failure.statement);
    case 'EngineBroken':
      return new EngineBroken(failure.message);
    case 'Bug':
      return new Bug(failure.message);
  }
}
