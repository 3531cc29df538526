import { parseIsoDuration } from '../base/time.js';
import type { RESET_POLICIES } from '../model/names.js';
import { KafkaRefusal } from './errors.js';

/** What a policy says, taken apart. Durations are in milliseconds. */
export type ParsedReset =
  | { readonly to: (typeof RESET_POLICIES)[number] }
  | { readonly to: 'by_duration'; readonly duration: number };

/** @throws KafkaRefusal ConfigException for a policy that Kafka does not know, and for a negative duration. */
export function parseOffsetReset(policy: string): ParsedReset {
  if (policy === 'earliest' || policy === 'latest' || policy === 'none') return { to: policy };
  const [strategy, ...rest] = policy.split(':');
  const duration = strategy === 'by_duration' ? parseIsoDuration(rest.join(':')) : null;
  if (duration === null) {
    throw new KafkaRefusal(
      'ConfigException',
      `auto.offset.reset must be earliest, latest, none or by_duration:<ISO 8601 duration>, not ${policy}`,
    );
  }
  if (duration < 0)
    throw new KafkaRefusal('ConfigException', `auto.offset.reset does not take a negative duration: ${policy}`);
  return { to: 'by_duration', duration };
}
