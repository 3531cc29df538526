/** A state that the code holds to be impossible: a bug in inbox-sim or in its database engine, never a user's mistake. */
export class Bug extends Error {
  override readonly name = 'Bug';
}

/** Throws a {@link Bug} with `message` unless `condition` holds. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Bug(message);
}

/** Returns `value`, which the caller knows to be present; throws a {@link Bug} naming `what` if it is not. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Bug(`${what} is missing`);
  return value;
}

/** The end of an exhaustive `switch`: the compiler refuses the call while a case is left. */
export function unreachable(value: never): never {
  throw new Bug(`unexpected value ${JSON.stringify(value)}`);
}
