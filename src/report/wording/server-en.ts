import { oldestVersion } from '../../postgres/server/unavailable.js';
import type { ServerWording } from './server.js';

export const server: ServerWording = {
  url: 'the URL of --postgres',
  problems: {
    'bad-url': 'is no URL of a server; it looks like postgres://user:password@host:5432/database',
    'no-host': 'there is no such host',
    refused: 'nobody listens there; is the server running?',
    timeout: 'the server does not answer',
    unreachable: 'the network does not reach the server',
    password: 'the server does not take the password or the user of the URL',
    'not-allowed': 'the server does not let the user of the URL in from here (pg_hba.conf)',
    'no-database': 'there is no such database',
    'tls-required': 'the server wants TLS; add ?sslmode=require to the URL',
    'no-tls': 'the URL wants TLS, and the server does not offer it; leave out sslmode, or write sslmode=disable',
    certificate: "the server's certificate cannot be trusted; see sslmode and sslrootcert",
    connections: 'there is no connection left; a run needs one for each session, and one more',
    starting: 'the server is starting up or shutting down',
    'too-old': `the server is too old; it has to be PostgreSQL ${oldestVersion} or newer`,
    'read-only': 'the server is a standby, which only reads',
    'no-right': 'the user of the URL may not create schemas in this database (GRANT CREATE ON DATABASE)',
    gone: 'the connection to the server was lost',
    other: 'the server cannot be used',
  },
};
