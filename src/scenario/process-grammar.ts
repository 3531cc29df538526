import { isMap, isScalar, type Node } from 'yaml';
import type { Span } from '../model/diagnostic.js';
import type { Knob } from '../programs/knob.js';
import type { PortName, Program } from '../programs/program.js';
import { programs } from '../programs/registry.js';
import { type Entry, type Field, list, mapping, optional, required } from './collections.js';
import { config } from './config.js';
import { databaseName, name, partition, topicName } from './names.js';
import { type Located, pairsOf, sourceOf } from './reader.js';
import { described, duration, oneOf, type Rule, whole, yesOrNo } from './rules.js';
import type { Read } from './step-grammar.js';

/** How somebody reads a topic for a group. */
export const reading = {
  group: optional(name),
  partitions: optional(list(partition)),
  subscribe: optional(yesOrNo),
  consumer: optional(config),
};

/** The keys of a process that belong to a port of its program. */
const keysOf: Readonly<Record<PortName, Readonly<Record<string, Field<unknown, boolean>>>>> = {
  database: { database: required(databaseName) },
  consumer: { ...reading, group: required(name) },
  producer: { topic: required(topicName), producer: optional(config) },
  requests: {},
  changes: {},
  effects: {},
};

/** A process, as its program wants it to be. */
export interface ReadProcess {
  readonly program: Located<string>;
  readonly variant?: Located<string> | undefined;
  readonly database?: Located<string> | undefined;
  readonly group?: Located<string> | undefined;
  readonly partitions?: readonly Located<number>[] | undefined;
  readonly subscribe?: Located<boolean> | undefined;
  readonly consumer?: Read<typeof config> | undefined;
  readonly topic?: Located<string> | undefined;
  readonly producer?: Read<typeof config> | undefined;
  /** The knobs that are set, by the names of their keys. */
  readonly knobs: readonly Entry<Located<string>>[];
  readonly span: Span;
}

/** What a knob is set to, as the program gets it: durations in milliseconds. */
function knobRule({ range, summary }: Knob): Rule<Located<string>> {
  const rule: Rule<Located<string> | Located<number>> =
    range.kind === 'words'
      ? oneOf('knob-value', Object.keys(range.words))
      : range.kind === 'whole'
        ? whole(range.least, range.most)
        : duration;
  return {
    ...described(`${summary.en[0]?.toUpperCase()}${summary.en.slice(1)}.`, rule),
    read: (node, reader) => {
      const read = rule.read(node, reader);
      return read && { value: String(read.value), span: read.span };
    },
  };
}

function fieldsOf(known: readonly Program[]) {
  const ports = known.flatMap((program) => program.ports.map((port) => keysOf[port]));
  const knobs = known.flatMap((program) => program.knobs.map((knob) => [knob.name, optional(knobRule(knob))] as const));
  return {
    program: required(name),
    variant: optional(name),
    ...Object.assign({}, ...ports),
    ...Object.fromEntries(knobs),
  } as Readonly<Record<string, Field<unknown, boolean>>>;
}

const ofProgram = new Map(programs.map((program) => [program.name, mapping(fieldsOf([program]))]));

/** Any process: which keys it must have hangs on its program, and an editor need not know. */
const ofAny = mapping({
  ...Object.fromEntries(Object.entries(fieldsOf(programs)).map(([key, { rule }]) => [key, optional(rule)])),
  program: required(name),
} as Readonly<Record<string, Field<unknown, boolean>>>);

const knobNames = new Set(programs.flatMap(({ knobs }) => knobs.map((knob) => knob.name)));

/** A process. Its keys are those of its program; where that is not known, those of all programs. */
export const process: Rule<ReadProcess> = {
  expects: ofAny.expects,
  schema: ofAny.schema,
  read: (node, reader) => {
    const rule = ofProgram.get(programName(node)) ?? ofAny;
    const read = rule.read(node, reader) as (Record<string, unknown> & { readonly span: Span }) | undefined;
    if (!read) return undefined;
    const knobs = pairsOf(node).flatMap(({ key }): Entry<Located<string>>[] => {
      const knob = isScalar(key) ? sourceOf(key) : '';
      const value = knobNames.has(knob) ? (read[knob] as Located<string> | undefined) : undefined;
      return value ? [{ name: { value: knob, span: value.span }, value }] : [];
    });
    return { ...read, knobs } as unknown as ReadProcess;
  },
};

function programName(node: Node): string {
  const pair = isMap(node) ? pairsOf(node).find(({ key }) => isScalar(key) && sourceOf(key) === 'program') : undefined;
  return isScalar(pair?.value) ? sourceOf(pair.value) : '';
}
