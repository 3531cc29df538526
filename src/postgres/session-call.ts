import type { SqlValue } from '../model/sql.js';
import type { Backend, BackendReply } from './backend.js';
import { literal } from './quote.js';
import type { AnswerBounds } from './reply-reader.js';

/** What a session can be asked. `raise` carries the SQLSTATE in `text`. */
export interface SessionCall {
  readonly kind: 'begin' | 'execute' | 'commit' | 'rollback' | 'raise';
  readonly text: string;
  readonly parameters: readonly SqlValue[];
}

/** Asks the backend, which has the session's role and search path. */
export function perform(backend: Backend, { kind, text, parameters }: SessionCall, bounds: AnswerBounds): BackendReply {
  switch (kind) {
    case 'begin':
      return backend.script('BEGIN');
    case 'commit':
      return backend.script('COMMIT');
    case 'rollback':
      return backend.script('ROLLBACK');
    case 'execute':
      return backend.statement(text, parameters, bounds);
    case 'raise':
      return backend.script(
        `DO $inbox_sim$ BEGIN RAISE EXCEPTION USING ERRCODE = ${literal(text)}, MESSAGE = 'injected'; END $inbox_sim$`,
      );
  }
}
