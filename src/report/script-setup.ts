import { formatDuration } from '../base/time.js';
import type { Language } from '../model/text.js';
import { knobText } from '../programs/knob.js';
import { programOf } from '../programs/registry.js';
import type { ActorSpec, ConfigValues, DatabaseSpec, ProcessSpec, ReaderSpec, Scenario } from '../scenario/scenario.js';
import { rowText } from './expectation-text.js';
import { eventParts } from './record-text.js';
import { paragraph } from './text/layout.js';
import type { Wording } from './wording/wording.js';

interface Entry {
  readonly text: string;
  /** What belongs to it, below it. */
  readonly details: readonly string[];
}

/** Everything that is there before the first step: stores, processes and actors, invariants of the scenario's own. */
export function setupLines(scenario: Scenario, wording: Wording, language: Language, columns: number): string[] {
  const { script } = wording;
  const { databases, topics, broker, events, processes } = scenario;
  const ownInvariants = new Map(
    scenario.branches.flatMap((branch) => branch.ownInvariants.map((own) => [own.name, own] as const)),
  );
  const actors = scenario.actors.filter(isDefined);
  const sections: readonly [string, readonly Entry[]][] = [
    [script.databases, databases.map((database) => databaseEntry(database, wording))],
    [
      script.topics,
      topics.map(({ name, partitions, config }) =>
        entry(joinedParts([`${name}: ${script.partitions(partitions)}`, ...settings('', config)])),
      ),
    ],
    [script.broker, Object.keys(broker).length === 0 ? [] : [entry(settings('', broker).join(', '))]],
    [
      script.events,
      events.map((event) => {
        const { value, ...rest } = eventParts(event);
        const parts = Object.entries(rest).flatMap(([part, text]) => (text === null ? [] : [`${part} ${text}`]));
        return { text: `${event.name}: ${parts.join(', ')}`, details: [value ?? script.tombstone] };
      }),
    ],
    [script.processes, processes.map((process) => entry(processText(process, wording)))],
    [script.actors, actors.map((actor) => entry(actorText(actor, wording)))],
    [
      script.ownInvariants,
      [...ownInvariants.values()].map(({ name, database, sql, message }) => ({
        text: `${name} (${database}): ${message[language]}`,
        details: [oneLine(sql)],
      })),
    ],
  ];
  return sections.flatMap(([heading, entries]) => {
    if (entries.length === 0) return [];
    const lines = entries.flatMap(({ text, details }) => [
      ...hanging(text, 3, columns),
      ...details.flatMap((detail) => hanging(detail, 6, columns)),
    ]);
    return ['', heading, ...lines];
  });
}

/** Further lines stand deeper than the first; what the author has indented stays so. */
function hanging(text: string, indent: number, columns: number): string[] {
  const own = Math.min(text.length - text.trimStart().length, columns >> 2);
  const [first = '', ...rest] = paragraph(text.trim(), indent + own + 3, columns);
  return [' '.repeat(indent + own) + first.trimStart(), ...rest];
}

/** Whoever only sends needs no definition, and there is nothing to say of them. */
function isDefined({ sessions, reader, producer, memory }: ActorSpec): boolean {
  return reader !== null || [sessions, producer, memory].some((part) => Object.keys(part).length > 0);
}

function databaseEntry({ name, schema, replica, bindings, rows }: DatabaseSpec, { script }: Wording): Entry {
  if (replica) {
    const lag = replica.lagMilliseconds === null ? 'manual' : formatDuration(replica.lagMilliseconds);
    return entry(`${name}: ${script.replicaOf(replica.of)}, lag ${lag}`);
  }
  const source =
    schema.kind === 'built-in' ? script.builtIn(schema.name) : schema.from === null ? script.ownSql : schema.from;
  const inline = schema.kind === 'own' && schema.from === null;
  return {
    text: `${name}: ${source}`,
    details: [
      ...(inline ? schema.sql.split('\n').filter((line) => line.trim() !== '') : []),
      ...(bindings ?? []).map(({ role, table, eventColumn, pendingColumns, group }) =>
        joinedParts([
          `${role} ${table} (${eventColumn})`,
          ...(pendingColumns === undefined ? [] : [`pending ${pendingColumns.join(', ')}`]),
          ...(group === undefined ? [] : [`group ${group}`]),
        ]),
      ),
      ...rows.map(({ table, columns, row }) => {
        const shown =
          columns === null ? row : Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]));
        return `${script.row} ${table} ${rowText(shown)}`;
      }),
    ],
  };
}

function processText(spec: ProcessSpec, wording: Wording): string {
  const { name, program, variant, database, reader, topic, producer, knobs } = spec;
  const set = programOf(spec).knobs.flatMap((knob) => {
    const value = knobs[knob.name];
    return value === undefined || value === knob.initial ? [] : [`${knob.name} ${knobText(knob, value)}`];
  });
  const parts = [
    `program ${program}`,
    `variant ${variant}`,
    ...(database === null ? [] : [`database ${database}`]),
    ...(reader ? readerParts(reader, wording) : []),
    ...(topic === null ? [] : [`topic ${topic}`]),
    ...settings('producer ', producer),
    ...set,
  ];
  return `${name}: ${joinedParts(parts)}`;
}

function actorText({ name, sessions, reader, producer, memory }: ActorSpec, wording: Wording): string {
  const databases = Object.entries(sessions).map(([session, database]) =>
    session === '' ? `database ${database}` : `session ${session}: ${database}`,
  );
  const known = Object.entries(memory).map(([key, value]) => `${key}: ${value ?? 'NULL'}`);
  const parts = [
    ...databases,
    ...(reader ? readerParts(reader, wording) : []),
    ...settings('producer ', producer),
    ...(known.length > 0 ? [`memory {${known.join(', ')}}`] : []),
  ];
  return `${name}: ${joinedParts(parts)}`;
}

function readerParts({ group, partitions, config }: ReaderSpec, { script }: Wording): string[] {
  const how = partitions === null ? script.subscribes : `partitions [${partitions.join(', ')}]`;
  return [`group ${group}`, how, ...settings('consumer ', config)];
}

function settings(owner: string, config: ConfigValues): string[] {
  return Object.entries(config).map(([name, value]) => `${owner}${name}=${value}`);
}

function joinedParts(parts: readonly string[]): string {
  return parts.join(', ');
}

function entry(text: string): Entry {
  return { text, details: [] };
}

function oneLine(statement: string): string {
  return statement.trim().replace(/\s+/g, ' ');
}
