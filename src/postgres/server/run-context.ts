import type { Host } from '../../base/host.js';
import type { Instant } from '../../base/time.js';
import type { EngineLimits } from '../watchdog.js';
import type { ServerAddress } from './address.js';
import type { ServerConnection } from './connection.js';
import type { RunNames } from './run-names.js';
import type { ServerFacts } from './server-facts.js';
import type { Shown } from './shown.js';
import type { Stop } from './stop.js';

/** What everybody needs who does something for a run. */
export interface RunContext {
  readonly address: ServerAddress;
  readonly facts: ServerFacts;
  readonly names: RunNames;
  readonly shown: Shown;
  /** The engine's own connection, for the server's views, for clean-up and for reading tables. */
  readonly views: ServerConnection;
  readonly host: Host;
  readonly stop: Stop;
  readonly bounds: EngineLimits;
  /** The virtual clock. */
  now(): Instant;
  /** A little time, before something is looked at again. */
  rest(): Promise<void>;
  /** Waits for a connection; it is ended with the run, whatever happens. */
  connect(opening: Promise<ServerConnection>): Promise<ServerConnection>;
}
