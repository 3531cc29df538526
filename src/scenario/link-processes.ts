import { type KnobValues, knobText } from '../programs/knob.js';
import type { Program } from '../programs/program.js';
import { programOf, programs } from '../programs/registry.js';
import { makingKnobs, type SetVariant, setVariant } from '../programs/variant-of.js';
import type { Entry } from './collections.js';
import type { ReadScenario } from './grammar.js';
import type { Known, KnownDatabase } from './known.js';
import { checkReserved, readerOf } from './link-actors.js';
import { linkConfig } from './link-config.js';
import type { ReadProcess } from './process-grammar.js';
import type { ProcessSpec } from './scenario.js';
import { checkSharedDatabases } from './shared-databases.js';

/** The processes of a scenario: everybody who runs a program. */
export function linkProcesses(read: ReadScenario, known: Known): ProcessSpec[] {
  const processes = (read.processes ?? []).flatMap((entry) => processOf(entry, known) ?? []);
  checkSharedDatabases(processes, read.processes ?? [], known.reader);
  return processes;
}

function processOf({ name, value }: Entry<ReadProcess>, known: Known): ProcessSpec | undefined {
  const { reader } = known;
  checkReserved(name, known);
  const program = programs.find((candidate) => candidate.name === value.program.value);
  if (!program) {
    reader.unknownName(
      'program',
      value.program,
      programs.map((candidate) => candidate.name),
    );
    return reader.broken(name.value);
  }
  if (value.variant) checkVariant(value.variant, program, known);
  if (value.database) known.database(value.database);
  const reads = value.group && readerOf({ ...value, group: value.group }, known);
  const writes = value.topic && known.topic(value.topic);
  if ((value.group && !reads) || (value.topic && !writes)) return reader.broken(name.value);
  const knobs: KnobValues = Object.fromEntries(value.knobs.map((knob) => [knob.name.value, knob.value.value]));
  const set = setVariant(program, value.variant?.value ?? null, knobs);
  checkKnobs(value, program, set, known);
  return {
    name: name.value,
    program: program.name,
    variant: set.variant.name,
    database: value.database?.value ?? null,
    reader: reads ?? null,
    topic: value.topic?.value ?? null,
    producer: linkConfig('producer', value.producer, reader),
    knobs,
  };
}

function checkVariant(variant: NonNullable<ReadProcess['variant']>, { variants }: Program, { reader }: Known): void {
  if (variants.some(({ name }) => name === variant.value)) return;
  reader.unknownName(
    'variant',
    variant,
    variants.map(({ name }) => name),
  );
}

/** Refuses knobs that make no sense together, where the one stands that has to give way. */
function checkKnobs(value: ReadProcess, program: Program, { variant, knobs }: SetVariant, { reader }: Known): void {
  const given = value.knobs.map(({ name }) => name.value);
  const conflict = program.conflict?.(knobs, given);
  const setting = (name: string) => {
    const knob = program.knobs.find((each) => each.name === name);
    return `${name}: ${knob ? knobText(knob, knobs[name] ?? '') : ''}`;
  };
  if (conflict) {
    const at = value.knobs.find(({ name }) => name.value === conflict.knob)?.value ?? value.variant ?? value.program;
    const [knob, other] = [setting(conflict.knob), setting(conflict.other)];
    reader.report('knobs-conflict', at.span, { program: program.name, knob, other, why: conflict.why });
    return;
  }
  // The name of a variant says how its knobs are set.
  if (!value.variant || value.variant.value === variant.name) return;
  const making = makingKnobs(program);
  const stray = value.knobs.find(({ name }) => making.includes(name.value));
  if (!stray) return;
  reader.report('knobs-conflict', stray.value.span, {
    program: program.name,
    knob: setting(stray.name.value),
    other: `variant: ${value.variant.value}`,
    why: { en: 'the variant says it otherwise', ru: 'вариант говорит об этом иначе' },
  });
}

/** A database with the tables that programs keep for themselves in it. */
export function withAddedTables(database: KnownDatabase, processes: readonly ProcessSpec[]): KnownDatabase {
  const { name, tables } = database;
  if (tables === null) return database;
  const users = processes.filter((process) => process.database === name);
  const added = users.flatMap(
    (spec) => setVariant(programOf(spec), spec.variant, spec.knobs).variant.addition?.tables ?? [],
  );
  return { ...database, tables: [...tables, ...new Set(added)] };
}
