import type { Token } from './lexer.js';
import type { Executed } from './ports.js';
import { isWord, splitStatements } from './split.js';

/** An error that PostgreSQL gives during recovery, and in a transaction that is only read-only does not. */
interface Refusal {
  readonly code: string;
  readonly message: string;
  /** False where PostgreSQL has other objections first, which the statement itself brings up. */
  readonly atOnce: boolean;
}

/** The lock modes that a standby gives: none of them keeps anybody from reading or from replaying. */
const lockModes = [
  ['access', 'share'],
  ['row', 'share'],
  ['row', 'exclusive'],
] as const;

/**
 * Sends `text` in a session of a standby, whose transactions are read-only; `raise` really raises an error in it. What a
 * read-only transaction takes and recovery does not (PostgreSQL documentation, "Hot Standby", "User's Overview") gets the
 * error that a standby gives.
 */
export async function onStandby(
  text: string,
  send: () => Promise<Executed>,
  raise: (code: string, message: string) => Promise<Executed>,
): Promise<Executed> {
  const refusal = refusedInRecovery(text);
  if (!refusal) return send();
  if (refusal.atOnce) return raise(refusal.code, refusal.message);
  const executed = await send();
  return executed.answer.kind === 'done' ? raise(refusal.code, refusal.message) : executed;
}

/** Why a standby refuses `text`; null where it takes it, or where a read-only transaction refuses it as well. */
export function refusedInRecovery(text: string): Refusal | null {
  const tokens = splitStatements(text)[0]?.tokens ?? [];
  const [first] = tokens;
  if (isWord(first, 'begin', 'start', 'set')) return refusedMode(tokens);
  if (isWord(first, 'lock') && !locksLightly(tokens)) {
    return { code: '25006', message: 'cannot execute LOCK TABLE during recovery', atOnce: true };
  }
  if (tokens.some((token) => isWord(token, 'pg_current_xact_id'))) {
    return { code: '25006', message: 'cannot execute pg_current_xact_id() during recovery', atOnce: true };
  }
  return null;
}

/** What a transaction may not be during recovery. SET says first that it comes too late. */
function refusedMode(tokens: readonly Token[]): Refusal | null {
  const atOnce = !isWord(tokens[0], 'set');
  const writes = tokens.some((token, index) => isWord(token, 'read') && isWord(tokens[index + 1], 'write'));
  const switchesOff =
    tokens.some((token) => isWord(token, 'transaction_read_only')) &&
    tokens.some(({ value }) => /^(off|false|no|0|f)$/i.test(value));
  // What holds for later transactions is taken, and changes nothing.
  if (isWord(tokens[1], 'session') && isWord(tokens[2], 'characteristics')) return null;
  if (writes || switchesOff) {
    return { code: '0A000', message: 'cannot set transaction read-write mode during recovery', atOnce };
  }
  if (!tokens.some(({ value }) => /^serializable$/i.test(value))) return null;
  return { code: '0A000', message: 'cannot use serializable mode in a hot standby', atOnce };
}

function locksLightly(tokens: readonly Token[]): boolean {
  const at = tokens.findLastIndex((token) => isWord(token, 'in'));
  return at >= 0 && lockModes.some((mode) => mode.every((word, index) => isWord(tokens[at + 1 + index], word)));
}
