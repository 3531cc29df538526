import { isoInstant } from '../base/time.js';
import type { EventSpec, RecordTemplate } from '../scenario/scenario.js';
import { templateText, type ValueTemplate } from '../scenario/template.js';
import { isJson, type Payload } from '../scenario/values.js';

/** A record as a step writes it: an event by its name, with what differs from it; else all of its parts. */
export function recordParts(record: RecordTemplate, events: readonly EventSpec[]): string {
  const { event: name, topic, partition, key, value, headers, timestamp } = record;
  const event = events.find((each) => each.name === name);
  const written = {
    topic,
    partition: templateOrNull(partition),
    key: templateOrNull(key),
    headers: headersText(headers.map(([header, template]) => [header, templateOrNull(template)])),
    value: payloadText(value),
    timestamp: timestamp === null ? null : isoInstant(timestamp),
  };
  const usual = event ? eventParts(event) : { partition: null, key: null, headers: null, timestamp: null };
  const parts = Object.entries(written).filter(
    ([part, text]) => text !== (usual as Readonly<Record<string, string | null>>)[part],
  );
  const texts = parts.map(([part, text]) => `${part}: ${text ?? 'NULL'}`);
  if (name === null) return `{${texts.join(', ')}}`;
  return texts.length === 0 ? name : `${name} {${texts.join(', ')}}`;
}

/** The parts of an event as texts; null where it has none of its own. */
export function eventParts({ topic, partition, key, value, headers, timestamp }: EventSpec) {
  return {
    topic,
    partition: partition === null ? null : String(partition),
    key,
    headers: headersText(headers),
    value,
    timestamp: timestamp === null ? null : isoInstant(timestamp),
  };
}

function headersText(headers: readonly (readonly [string, string | null])[]): string | null {
  return headers.length === 0 ? null : `[${headers.map(([name, value]) => `${name}: ${value ?? 'NULL'}`).join(', ')}]`;
}

function templateOrNull(template: ValueTemplate): string | null {
  return template === null ? null : templateText(template);
}

function payloadText(payload: Payload): string | null {
  if (payload === null) return null;
  if (!isJson(payload)) return templateText(payload);
  return payload.json.map((part) => (typeof part === 'string' ? part : templateText(part.template))).join('');
}
