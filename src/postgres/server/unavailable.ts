/** Why a server cannot be used, or not any more. */
export type UnavailableReason =
  /** The text is no `postgres://` URL, or has something in it that cannot be used. */
  | 'bad-url'
  | 'no-host'
  | 'refused'
  | 'timeout'
  | 'unreachable'
  | 'password'
  /** The server lets this user in from here in no way (`pg_hba.conf`), or the user may not log in. */
  | 'not-allowed'
  | 'no-database'
  /** The server has no rule for this user without encryption, and may have one with it. */
  | 'tls-required'
  /** The URL wants an encrypted connection, and the server gives none. */
  | 'no-tls'
  | 'certificate'
  /** All connections are taken that the server, the database or the user may have. */
  | 'connections'
  | 'starting'
  /** `detail` is the version. */
  | 'too-old'
  | 'read-only'
  /** The user may not create schemas in the database. */
  | 'no-right'
  /** The connection was lost in the middle of a run. */
  | 'gone'
  /** `detail` says what the server says. */
  | 'other';

/** The oldest server that will do, because it is the oldest that is still maintained; all is checked with it and with 18. */
export const oldestVersion = 15;

/** A server that cannot be used. It never holds the URL, nor the user or the password in it. */
export class ServerUnavailable extends Error {
  override readonly name = 'ServerUnavailable';

  constructor(
    readonly reason: UnavailableReason,
    /** `host:port/database`; empty where the URL cannot be read. */
    readonly place: string,
    /** The version, or the server's own words; null where the reason says all. */
    readonly detail: string | null = null,
  ) {
    super(`${place}: ${reason}${detail === null ? '' : ` (${detail})`}`);
  }
}

const byCode: Readonly<Record<string, UnavailableReason>> = {
  ENOTFOUND: 'no-host',
  EAI_AGAIN: 'no-host',
  ENOENT: 'refused',
  EACCES: 'refused',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  CERT_HAS_EXPIRED: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
  '28P01': 'password',
  '28000': 'not-allowed',
  '3D000': 'no-database',
  '53300': 'connections',
  '57P03': 'starting',
};

/** What the client library says where no code does. */
const byMessage: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/does not support SSL|establishing an SSL connection/, 'no-tls'],
  [/client password must be|SASL/, 'password'],
  [/timeout expired/, 'timeout'],
];

/** Why a connection could not be made. A host of several addresses fails with an error for each. */
export function reasonOf(error: unknown): UnavailableReason {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const { code, message = '' } = error as { code?: unknown; message?: string };
  // The server says it in words alone: it has no rule for a connection like this, without encryption.
  if (code === '28000' && /no pg_hba\.conf entry .*no encryption/.test(message)) return 'tls-required';
  const known = typeof code === 'string' ? byCode[code] : undefined;
  return known ?? byMessage.find(([pattern]) => pattern.test(message))?.[1] ?? 'other';
}
