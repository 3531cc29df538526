import { RESERVED_WORDS } from '../model/names.js';
import type { ReadScenario } from './grammar.js';
import type { Known } from './known.js';
import { allowsSession, linkConfig } from './link-config.js';
import type { ReadProcess } from './process-grammar.js';
import type { Located } from './reader.js';
import type { ActorSpec, ConfigValues, ReaderSpec } from './scenario.js';
import { eachName } from './template.js';

type ReadActor = NonNullable<ReadScenario['actors']>[number];

/** The actors of a scenario: everybody whose operations it writes out. */
export function linkActors(read: ReadScenario, known: Known): ActorSpec[] {
  known.checkApart(
    'process-or-actor',
    read.actors ?? [],
    known.processes.map(({ name }) => name),
  );
  return (read.actors ?? []).flatMap((entry) => actorOf(entry, known) ?? []);
}

function actorOf({ name, value }: ReadActor, known: Known): ActorSpec | undefined {
  const { reader } = known;
  checkReserved(name, known);
  const sessions: [string, string][] = value.database ? [['', value.database.value]] : [];
  if (value.database) known.database(value.database);
  for (const session of value.sessions ?? []) {
    known.database(session.value);
    sessions.push([session.name.value, session.value.value]);
  }
  const reads = value.group ? readerOf({ ...value, group: value.group }, known) : null;
  if (reads === undefined) return reader.broken(name.value);
  if (!value.group && (value.subscribe || value.partitions || value.consumer)) {
    const stray = value.subscribe ?? value.partitions?.[0] ?? value.consumer?.[0]?.name ?? name;
    reader.report('missing-key', stray.span, { keys: ['group'] });
  }
  for (const entry of value.memory ?? []) {
    if (entry.name.value === eachName) reader.report('reserved-name', entry.name.span, { name: eachName });
  }
  return {
    name: name.value,
    sessions: Object.fromEntries(sessions),
    reader: reads,
    producer: linkConfig('producer', value.producer, reader),
    memory: Object.fromEntries((value.memory ?? []).map((entry) => [entry.name.value, entry.value.sql])),
  };
}

type ReadReader = Pick<ReadProcess, 'partitions' | 'subscribe' | 'consumer'> & { readonly group: Located<string> };

/** Without a word about it, a reader takes all partitions of the topic for itself. */
export function readerOf(
  { group: name, partitions, subscribe, consumer }: ReadReader,
  known: Known,
): ReaderSpec | undefined {
  const { reader } = known;
  const group = known.group(name);
  if (!group) return undefined;
  const seen = new Set<number>();
  for (const partition of partitions ?? []) {
    known.checkPartition(partition, group.topic);
    if (seen.has(partition.value)) {
      reader.report('duplicate-name', partition.span, { what: 'partition', name: String(partition.value) });
    }
    seen.add(partition.value);
  }
  const member = subscribe?.value === true;
  if (member && partitions) {
    reader.wrongValue(partitions[0]?.span ?? subscribe.span, 'partitions-without-subscribe');
  }
  const all = Array.from({ length: known.partitionCount(group.topic) }, (_, index) => index);
  return {
    group: group.name,
    partitions: member ? null : (partitions?.map((partition) => partition.value) ?? all),
    config: member ? memberConfig(name, consumer, known) : linkConfig('consumer', consumer, reader),
  };
}

/** The broker takes no member whose session timeout it does not allow. */
function memberConfig(group: Located<string>, given: ReadReader['consumer'], known: Known): ConfigValues {
  const config = linkConfig('consumer', given, known.reader);
  if (!allowsSession(config, known.broker)) {
    const at = given?.find(({ name }) => name.value === 'session.timeout.ms')?.name ?? group;
    known.reader.report('conflicting-settings', at.span, { conflict: 'session-timeout' });
  }
  return config;
}

export function checkReserved(name: Located<string>, { reader }: Known): void {
  if ((RESERVED_WORDS as readonly string[]).includes(name.value)) {
    reader.report('reserved-name', name.span, { name: name.value });
  }
}
