/** Exit codes, which a script can tell the verdict by. */
export const exitCodes = {
  asAnnounced: 0,
  notAsAnnounced: 1,
  usage: 2,
  inconclusive: 3,
  bug: 70,
  interrupted: 130,
} as const;

/** Something that the user can mend: the message says what is wrong and how. It ends the program with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
