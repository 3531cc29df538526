import { limits } from '../../base/limits.js';
import type { DiagnosticArgs } from '../../model/diagnostic.js';
import { parts } from './diagnostic-parts-en.js';
import type { DiagnosticWording } from './diagnostics.js';
import { refusals } from './refusals-en.js';

export const en: DiagnosticWording = {
  error: 'error',
  warning: 'warning',
  errors: (count) => `${count} ${count === 1 ? 'error' : 'errors'}`,
  notYet: (file, errors) => `${file} is not a scenario yet (${errors}):`,
  further: (count) => `... and ${count} more; mend these first`,
  totals: (files, wrong, warnings) =>
    `${counted(files, 'scenario')}, ${wrong} with errors, ${counted(warnings, 'warning')}`,
  explain: (code) => `More about it, with examples: inbox-sim explain ${code}`,
  refusals,
  sentences: {
    'yaml-syntax': ({ problem, message }) => `this is not YAML: ${problem === 'other' ? message : parts.yaml[problem]}`,
    'too-deep': ({ limit }) => `the nesting goes deeper than ${limit} levels; write it flatter`,
    empty: () => 'the file holds no scenario; it needs at least id, title and teaches',
    'unknown-key': ({ key, step, nearest, known }) => {
      if (!step) return `"${key}" is not known here${meant(nearest, known)}`;
      const hint = nearest.length > 0 ? meant(nearest, []) : `; define it in "actors", or use one of ${listed(known)}`;
      return `"${key}" is neither an actor nor a word that begins a step${hint}`;
    },
    'unquoted-text': ({ rest }) =>
      `"${rest}" has no colon and no value; if it belongs to the text before it, quote that text: a comma in braces ends it`,
    'look-alike-letter': ({ name, meant, letter, alphabet }) =>
      `the "${letter}" (${codePoint(letter)}) in "${name}" is a ${alphabet === 'cyrillic' ? 'Cyrillic' : 'Latin'} letter, while ${meant} has a ${alphabet === 'cyrillic' ? 'Latin' : 'Cyrillic'} one that looks the same; type it anew`,
    'actor-runs': ({ actor, example }) =>
      `${actor} is an actor and runs no program; its operations are steps of their own, such as "${actor}: ${example}"`,
    'operation-as-sql': ({ actor, found, right }) =>
      `"${found}" is no SQL, and no operation is written so; write "${actor}: ${right}"`,
    'comment-cuts-text': () =>
      'a "#" behind a blank begins a comment of YAML and cuts the statement within a quote; quote the whole statement, or write it below after "|"',
    'each-missing': () =>
      `${'${each}'} is the row or the record that a step with "each" is at; add "each: name" to this step, with the name of what it goes through`,
    'duplicate-name': ({ what, name }) => `the ${parts.named[what]} "${name}" is there twice; give each its own`,
    'missing-key': ({ keys }) => `${keys.map((key) => `"${key}"`).join(' or ')} is missing here; add it`,
    'actor-lacks': lacking,
    'process-acts': ({ process, action }) =>
      `${process} is a process and does what its program says; write "run: ${process}", or let an actor do ${action}`,
    'wrong-type': ({ expected, found }) => expectation(expected, found),
    'wrong-value': ({ expected, found }) => expectation(expected, found),
    'unknown-name': ({ what, name, of, nearest, known }) =>
      `there is no ${parts.named[what]} "${name}"${of === undefined ? '' : ` of ${of}`}${meant(nearest, known)}`,
    'not-one-action': ({ actions }) =>
      actions.length === 0
        ? 'a step needs one action: an actor with SQL or an operation, or a word such as run, crash, restart, advance, check, say'
        : `a step has exactly one action, this one has ${actions.join(', ')}; make a step of each`,
    'impossible-fault': ({ operation, fault, why, detail }) =>
      `${operation} cannot meet the fault ${fault}: ${parts.impossible[why](detail)}`,
    'fault-not-in-step': ({ operation, known }) =>
      known.length === 0
        ? `this step sends no "${operation}"; put the fault on the step that sends it`
        : `this step never sends "${operation}"; its operations are ${known.join(', ')}`,
    'reserved-name': ({ name }) => `"${name}" has a meaning of its own here; choose another name`,
    'wrong-expression': ({ found, why }) => {
      if (why === 'event')
        return 'an event is written out before anybody remembers anything; write its values themselves';
      if (why === 'invariant') return 'an invariant knows no memory of an actor; write the values themselves';
      return `"${found}" is no expression; write ${'${name}'} or ${'${name.first.column}'}, and ${'$${'} for the characters themselves`;
    },
    'quoted-expression': ({ found }) =>
      `${found} is plain text because of its quotes; leave the quotes out, the value becomes a parameter`,
    'missing-parameter': ({ parameter, given }) => {
      if (given === null) return `an invariant has no parameters; write the value itself in the place of ${parameter}`;
      const there = given === 0 ? 'the step has no "params"' : `"params" has ${counted(given, 'value')}`;
      return `nothing is given for ${parameter}: ${there}; add the value there, or write ${'${name}'} in the place of ${parameter}`;
    },
    'not-remembered': ({ actor, name, nearest, known }) =>
      `${actor} remembers nothing called "${name}" at this step${nearest.length === 0 && known.length === 0 ? `; keep it with "as: ${name}" in an earlier step of ${actor}` : meant(nearest, known)}`,
    'modifier-not-here': ({ modifier, action }) =>
      `"${modifier}" has nothing to say about ${action}; leave it out, or move it to the step that it belongs to`,
    'expectation-not-here': ({ key, action }) =>
      `"${key}" can never come of ${action}; leave it out, or move it to the step that it belongs to`,
    'refused-statement': ({ why, words, place }) =>
      `${words} is refused ${place === 'step' ? 'in a step' : 'in a schema'}: ${refusals[why].why}; ${refusals[why].instead}`,
    'several-statements': () => 'a second statement begins here; a step has one, so make a step of each',
    'schema-file': ({ file, problem }) => `${file} cannot be used: ${parts.fileProblem[problem]}`,
    'not-simulated': ({ setting, value, reason }) =>
      `"${value === null ? setting : `${setting}: ${value}`}" is not simulated: ${parts.notSimulated[reason]}`,
    'conflicting-settings': ({ conflict }) => parts.conflict[conflict],
    'knobs-conflict': ({ program, knob, other, why }) =>
      `a ${program} cannot have "${knob}" with "${other}": ${why.en}`,
    'fault-never-fires': neverFires,
    'never-produced': ({ event }) => `no step sends "${event}"; produce it, or leave it out`,
    'postgres-spelling': ({ found, right }) =>
      `PostgreSQL prints ${found} as ${right}; write it so, or quote ${found} where a text is meant`,
    'unused-actor': ({ name, process }) =>
      process
        ? `no step lets "${name}" run; add "run: ${name}", or leave it out`
        : `no step is taken by "${name}"; leave it out`,
    'unused-label': ({ label }) =>
      `no fault waits for the label "${label}"; leave it out, or name it in a "delay", "late-reply" or "noticed"`,
    'missing-translation': ({ what }) =>
      `"${what}" has one text, while others are written {en: ..., ru: ...}; translate it too`,
    'numeric-event-id': () =>
      'event_id is a number in this JSON, and the checks know events by texts; quote it if a text is meant',
    'no-event-id': ({ found }) =>
      `event_id is no text here but ${parts.found(found)}, so that this record carries no event; write a text, in quotes if need be, or leave event_id out`,
    'wall-clock': ({ word }) =>
      `${word} differs from run to run; use now(), which follows the clock of the scenario, or write the value`,
    'dead-actor': ({ name, line }) =>
      `${name} is dead since line ${line}, so that this step is not taken; put "restart: ${name}" before it`,
    'no-steps': () => 'nothing happens in this scenario; give it "steps"',
    'nothing-judged': () =>
      'nothing is judged here, so that every run is inconclusive; add "invariants", "end" or an "expect"',
  },
};

/** As Unicode names a letter, which tells two apart that look the same. */
function codePoint(letter: string): string {
  return `U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function expectation(expected: DiagnosticArgs['wrong-type']['expected'], found: DiagnosticArgs['wrong-type']['found']) {
  const wanted = `expected ${parts.expected(expected)}`;
  return found === null ? wanted : `${wanted}; found ${parts.found(found)}`;
}

function lacking({ actor, lack, action }: DiagnosticArgs['actor-lacks']): string {
  switch (lack) {
    case 'database':
      return `${actor} has no database for ${action}; write {${actor}: {database: ...}} in "actors"`;
    case 'group':
      return `${actor} reads for no group and cannot ${action}; write {${actor}: {group: ...}} in "actors"`;
    case 'record':
      return `${actor} reads for no group and has no record that "${action}" could be about; write {${actor}: {group: ...}} in "actors", or leave "${action}" out`;
    case 'subscribe':
      return `${actor} is no member that could ${action}: it reads partitions of its own choice; write "subscribe: true" beside its group`;
  }
}

function neverFires({ operation, fault, why, occurrence, who, most }: DiagnosticArgs['fault-never-fires']): string {
  const it = `the fault ${fault} can never fire`;
  switch (why) {
    case 'once':
      return `${it}: this step sends ${operation} ${times(most)}, and the fault waits for number ${occurrence}; correct "occurrence"`;
    case 'unit':
      return `${it}: one unit of work sends ${operation} ${times(most)} at most, and the fault waits for number ${occurrence}; correct "occurrence", or run until idle`;
    case 'variant':
      return `${it}: the program of ${who} sends no ${operation} in this variant; choose one of its operations`;
    case 'pause':
      return `${it}: this run pauses before ${operation} is sent; put the fault on the run that goes on`;
    case 'dead':
      return `${it}: ${who} is dead at this step; put "restart: ${who}" before it`;
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function meant(nearest: readonly string[], known: readonly string[]): string {
  if (nearest.length > 0) return `; did you mean ${nearest.join(', ').replace(/, ([^,]*)$/, ' or $1')}?`;
  return known.length > 0 ? `; known here: ${listed(known)}` : '; nothing is known here yet, define it first';
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, limits.shownNames).join(', ');
  return names.length > limits.shownNames ? `${shown}, ...` : shown;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
