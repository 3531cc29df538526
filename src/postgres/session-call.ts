import type { SqlValue } from '../model/sql.js';
import { literal } from './quote.js';
import type { AnswerBounds } from './reply-reader.js';

/** What a session can be asked. `raise` carries the SQLSTATE in `text`, and may have the message as its parameter. */
export interface SessionCall {
  readonly kind: 'begin' | 'execute' | 'commit' | 'rollback' | 'raise';
  readonly text: string;
  readonly parameters: readonly SqlValue[];
}

/** Something that can be asked, at once or over a network. */
interface Asked<Reply> {
  script(text: string): Reply;
  statement(text: string, values: readonly SqlValue[], bounds: AnswerBounds): Reply;
}

/** Asks a backend that has the session's role and search path. */
export function perform<Reply>(
  backend: Asked<Reply>,
  { kind, text, parameters }: SessionCall,
  bounds: AnswerBounds,
): Reply {
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
        `DO $inbox_sim$ BEGIN RAISE EXCEPTION USING ERRCODE = ${literal(text)}, MESSAGE = ${literal(parameters[0] ?? 'injected')}; END $inbox_sim$`,
      );
  }
}
