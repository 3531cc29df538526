import type { UnavailableReason } from '../../postgres/server/unavailable.js';

/** What is said of a server that `--postgres` names, in one language. */
export interface ServerWording {
  /** In place of a host that nothing is known of. */
  readonly url: string;
  readonly problems: Readonly<Record<UnavailableReason, string>>;
}
