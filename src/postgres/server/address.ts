import pg from 'pg';
import { ServerUnavailable } from './unavailable.js';

/** A server and a database on it, with what it takes to log in. */
export interface ServerAddress {
  /** Never to be shown. */
  readonly connectionString: string;
  /** Settings that the URL asks for, as `-c name=value` in one string. */
  readonly options: string;
  /** `host:port/database`, which may be shown. */
  readonly place: string;
  /** What must not stand in anything that is shown. */
  readonly secrets: readonly string[];
}

/** Names in a URL that the connections of a run have for themselves. */
const ownParameters = ['options', 'application_name', 'fallback_application_name', 'query_timeout', 'client_encoding'];

/**
 * Reads a `postgres://` URL as psql does: what is missing comes from the environment (`PGUSER`, `PGPASSWORD`, ...).
 * @throws ServerUnavailable with the reason `bad-url`, without a word of the URL.
 */
export function readAddress(url: string): ServerAddress {
  const [base = '', query = ''] = url.trim().split(/\?(.*)/s);
  if (!/^postgres(?:ql)?:\/\//.test(base)) throw new ServerUnavailable('bad-url', '');
  const parameters = new URLSearchParams(query);
  const options = parameters.get('options') ?? '';
  for (const name of ownParameters) parameters.delete(name);
  // "require" means what it means to psql: encrypted, whoever the server is.
  if (parameters.has('sslmode') && !parameters.has('uselibpqcompat')) parameters.set('uselibpqcompat', 'true');
  const connectionString = `${base}?${parameters}`;
  try {
    const { host, port, database, user, password } = new pg.Client({ connectionString });
    const secrets = [password, user].filter((secret) => typeof secret === 'string' && secret !== '') as string[];
    return { connectionString, options, place: `${host}:${port}/${database}`, secrets };
  } catch (error) {
    // The library's own words quote the URL.
    const reason = (error as { code?: unknown }).code === 'ENOENT' ? 'certificate' : 'bad-url';
    throw new ServerUnavailable(reason, '');
  }
}

/** `text` of the server's, without what nobody may read. */
export function withoutSecrets(text: string, { secrets }: ServerAddress): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}
