import type { ExplainWording } from './explain.js';

export const diagnostics: ExplainWording['diagnostics'] = {
  'yaml-syntax': {
    means: 'The text is not YAML: a bracket, a quote, an indentation or a colon is not where YAML wants it.',
    why: 'Nothing behind such a place can be trusted, so that the rest of the file is not even looked at. Most often a text that holds ": " or begins with a sign only needs quotes.',
  },
  'too-deep': {
    means: 'Lists and mappings stand in each other more than a hundred levels deep.',
    why: 'No scenario needs that, and a parser that follows such a file could bring the whole program down.',
  },
  empty: {
    means: 'The file holds nothing but blanks and comments.',
    why: 'A scenario needs at least an id, a title and what it teaches; "inbox-sim show duplicate-900" shows what one looks like.',
  },
  'unknown-key': {
    means:
      'A key stands where nobody reads it. It may be misspelt, in a wrong place, or the name of an actor that the scenario does not define.',
    why: 'A key that is passed over in silence would make a scenario do something else than it says: a fault that is not there lets every invariant hold.',
  },
  'unquoted-text': {
    means:
      'In braces a comma ends a value. What comes after it is read as the next key, and this one has no colon and no value.',
    why: 'A text would lose its second half. Texts with a comma in {...} have to stand in quotes; on a line of their own they need none.',
  },
  'look-alike-letter': {
    means:
      'A name looks like a known one and has a letter of another alphabet in it: a Cyrillic Es instead of a Latin C, or the other way round.',
    why: 'To the eye both names are the same, to a program they are two. It happens where the keyboard is switched between the languages.',
  },
  'actor-runs': {
    means: 'A step lets an actor run, which has no program.',
    why: 'A process does what its program says, and "run" lets it. What an actor does is written out, one operation a step.',
  },
  'operation-as-sql': {
    means:
      'A word of the scenario language stands where SQL is read: in capital letters, or with its details behind it.',
    why: 'Whatever stands behind an actor as a text goes to PostgreSQL, which would only call it a syntax error. An operation with details is a mapping: {fetch: 3}.',
  },
  'comment-cuts-text': {
    means:
      'In a text without quotes YAML takes a "#" behind a blank for the beginning of a comment. The quotes of SQL are none to YAML.',
    why: 'The rest of the statement would be lost. In quotes of YAML, or below after "|", the sign is part of the text.',
  },
  'each-missing': {
    means: 'A step takes something of "each" and does not say what it goes through.',
    why: 'With "each" a step does its operation once for every row or record remembered under a name. Without it, there is none to take anything of.',
  },
  'duplicate-name': {
    means: 'Two things of one kind have the same name, or an actor is called like a process.',
    why: 'Whatever names it later could mean either of them.',
  },
  'missing-key': {
    means: 'Something that cannot be guessed is not said, such as the topic that a group reads.',
    why: 'Where there is a sensible default, the key may be left out; here every default would be right for some lessons and wrong for others.',
  },
  'actor-lacks': {
    means:
      'A step asks an actor for something that it has no means for: SQL without a database, reading or concluding without a group, joining without being a subscriber.',
    why: 'The definition in "actors" says whom the actor talks to. An actor with a group takes all partitions for itself; with "subscribe: true" it becomes a member and has to "join".',
  },
  'process-acts': {
    means:
      'A step writes out an operation of a process. A process runs a program, and the program alone decides what it sends.',
    why: 'If steps could act in its name, a scenario would prove nothing about the program. Let it work with "run", hit it with a fault, or write the schedule out with an actor.',
  },
  'wrong-type': {
    means: 'A single value stands where a list or a mapping belongs, or the other way round.',
    why: 'The message says what is expected. A common slip is a step without its colon: "run history" is a text, "run: history" is a step.',
  },
  'wrong-value': {
    means:
      'The value has the right shape and cannot be: a number out of its range, a duration without a unit, two things that exclude each other.',
    why: 'A value that is bent to something possible would make the scenario lie about what it shows.',
  },
  'unknown-name': {
    means: 'A name refers to something that the scenario does not define, or that inbox-sim does not know.',
    why: 'The nearest names are suggested. Table names carry their database in front: history.inbox.',
  },
  'not-one-action': {
    means: 'A step has no action, or several.',
    why: 'Steps are what happens one after another. Two actions in one mapping have no order, and the order is what a failure hangs on.',
  },
  'impossible-fault': {
    means:
      'The operation exists and the fault exists, but the two cannot meet in reality, such as a ROLLBACK that is refused by a serialization error.',
    why: 'A scenario that shows what cannot happen teaches something wrong. The message says what can happen instead.',
  },
  'fault-not-in-step': {
    means: 'The fault waits for an operation that this step never sends.',
    why: 'Faults stand on the step whose operation they hit. A fault that never comes makes the run inconclusive.',
  },
  'reserved-name': {
    means: 'The name is a word of the language, of PostgreSQL, or of a built-in invariant.',
    why: '"check: ..." would be a step of the world and never a step of an actor called check.',
  },
  'wrong-expression': {
    means: `Between ${'${'} and } stands something other than a name with a path, or an expression stands where nobody remembers anything.`,
    why: 'Expressions only fetch what an actor remembers, by name, row (first, last, a number) and column. Reckoning is left to SQL.',
  },
  'quoted-expression': {
    means: `A ${'${...}'} stands inside the quotes of an SQL text, where it would be these very characters.`,
    why: 'Values become parameters of the statement, as a driver sends them, never pieces of its text. So they need no quotes, and no value can break out of them.',
  },
  'missing-parameter': {
    means: 'A statement names a parameter, such as $2, and "params" beside it gives no value of that number.',
    why: `Every ${'${...}'} becomes a parameter too, behind those of "params". A number of which nothing is given would take the value of an expression that stands somewhere else in the statement.`,
  },
  'not-remembered': {
    means: 'A step uses a name that its actor has not remembered so far.',
    why: 'An actor remembers what "memory" gives it and what its own steps keep with "as". It does not know what others remember, and a crash wipes its memory.',
  },
  'modifier-not-here': {
    means: 'A word such as fault, as or each stands beside an action that it cannot belong to.',
    why: 'Time that passes sends no operation and leaves nothing to remember. The word belongs to another step, or the step is not the one that was meant.',
  },
  'expectation-not-here': {
    means:
      'An "expect" says something of its step that can never come of it: rows of a produce, records of a statement, an outcome of time that passes.',
    why: 'Such an expectation is never met, and the run would seem to fail for it. What must be so in the world, such as tables and offsets, may stand beside every step.',
  },
  'refused-statement': {
    means:
      'PostgreSQL knows the statement, but the engine of this simulator cannot give it faithfully, or it does not belong into a step.',
    why: 'One backend serves all sessions here. What belongs to a backend, to the server or to the machine would leak from one session to another, or make two runs differ. The message names the reason and what to do instead; each reason can be explained too.',
  },
  'several-statements': {
    means: 'The text holds a second statement behind a semicolon.',
    why: 'A crash, a lock or another session can come between two statements. What stands in one step cannot be interrupted, and that would hide the very failures a scenario is about.',
  },
  'schema-file': {
    means: 'The SQL file that a database names cannot be read from the folder of the scenario.',
    why: 'A scenario is handed around with its folder. What lies elsewhere would be missing for the next reader, and a path out of the folder could read anything on a machine.',
  },
  'not-simulated': {
    means: 'Kafka knows this setting, or this value of it, and the simulated log has nothing that it could change.',
    why: 'A setting that is accepted and does nothing would let people believe that it was shown to help.',
  },
  'conflicting-settings': {
    means: 'Each of these settings is right by itself, and Kafka does not take them together.',
    why: 'A real client would not start with them, so that no lesson could come of it.',
  },
  'knobs-conflict': {
    means: 'Each of these knobs is right by itself, and a program cannot be set to both.',
    why: 'One of the two would have to be ignored, and the scenario would then show something other than it says.',
  },
  'fault-never-fires': {
    means:
      'The step can send this operation, but never as often as the fault waits for, or never at all in this variant, at this pause, or by somebody who is dead.',
    why: 'A fault that never fired makes the run inconclusive: the scenario would seem to survive something that did not happen.',
  },
  'never-produced': {
    means: 'The scenario describes an event and no step sends it.',
    why: 'Either a step is missing, or an event has been left over from an earlier version.',
  },
  'postgres-spelling': {
    means: 'An expected row holds true, false or an instant as YAML writes them.',
    why: 'Rows are compared by what PostgreSQL prints: t and f for booleans, 2026-10-03 09:00:00+00 for an instant. The expectation could never be met.',
  },
  'unused-actor': {
    means: 'An actor or a process is defined, and no step has anything to do with it.',
    why: 'Most often a step names another one by mistake.',
  },
  'unused-label': {
    means: 'A step has a label that no fault waits for.',
    why: 'Labels say when something delayed arrives. One that nobody names may mean that the fault waits for another step.',
  },
  'missing-translation': {
    means: 'Some texts of the scenario are there in English and Russian, and this one is not.',
    why: 'Whoever reads the other language gets one foreign sentence. A scenario in one language throughout is not warned about.',
  },
  'numeric-event-id': {
    means: 'The event_id in a record is a JSON number.',
    why: 'Checks find events by texts, and a text column stores "900". Records with a number count as records without an event_id.',
  },
  'no-event-id': {
    means: 'The event_id in a record is true, false, null, a list or a mapping.',
    why: 'Checks find events by texts. A record whose event_id is no text counts as a record without an event, so that no invariant looks at it.',
  },
  'wall-clock': {
    means: 'The statement reads the real clock, chance, or the identity of a backend.',
    why: 'Two runs of the scenario would print different things. now() and gen_random_uuid() follow the scenario; CURRENT_TIMESTAMP, clock_timestamp() and random() do not.',
  },
  'dead-actor': {
    means: 'An earlier step killed this process or actor, and nothing has restarted it since.',
    why: 'The dead take no steps: this one is passed over, and a step that was not taken makes the run inconclusive.',
  },
  'no-steps': {
    means: 'The scenario has no steps in any branch.',
    why: 'It would be judged by the state that it begins with.',
  },
  'nothing-judged': {
    means: 'There are no invariants, no end and no expectations.',
    why: 'The run ends inconclusive, whatever happens: nothing was looked at. A scenario that cannot fail guards nothing.',
  },
};
