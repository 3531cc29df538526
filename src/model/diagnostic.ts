import type { Expected, Found, Named } from './expected.js';
import type { FaultKind } from './fault.js';
import type { NotSimulated, SettingConflict } from './kafka-setting.js';
import type { Operation, StepModifier } from './names.js';
import type { RefusalCode } from './refusal.js';
import type { LocalText } from './text.js';

/** A range of a scenario's text: offsets in UTF-16 units, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Names that somebody may have meant, nearest first, and all that are known at that place. */
interface Choice {
  readonly nearest: readonly string[];
  readonly known: readonly string[];
}

/** A letter of another alphabet in a name that otherwise is a known one. */
export interface LookAlike {
  readonly meant: string;
  readonly letter: string;
  /** The alphabet that `letter` belongs to. */
  readonly alphabet: 'cyrillic' | 'latin';
}

type Nothing = Readonly<Record<never, never>>;

/** What keeps a text from being YAML. */
export type YamlProblem =
  | 'key-does-not-fit'
  | 'key-over-lines'
  | 'no-colon'
  | 'colon-in-text'
  | 'key-without-value'
  | 'key-of-parts'
  | 'item-without-dash'
  | 'same-key-twice'
  | 'indentation'
  | 'tab'
  | 'unclosed-quote'
  | 'unclosed-bracket'
  | 'text-start'
  | 'alias'
  | 'tag'
  | 'merge-key'
  | 'nul'
  | 'surrogate'
  | 'several-documents'
  | 'out-of-place'
  | 'other';

/** Why a pair of operation and fault cannot exist. */
export type ImpossibleFault =
  | 'broker-error'
  | 'sqlstate'
  | 'rollback-error'
  | 'effect-error'
  | 'fetch-delay'
  | 'member-delay'
  | 'noticed';

/** Why a file beside a scenario cannot be used. */
export const FILE_PROBLEMS = ['outside', 'missing', 'unreadable', 'too-large', 'not-text', 'not-available'] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number];

/** What an actor lacks for what a step wants of it. */
export type ActorLack = 'database' | 'group' | 'subscribe' | 'record';

/** What makes a text no scenario: each code with what its wording needs. */
export interface ErrorArgs {
  readonly 'yaml-syntax': { readonly problem: YamlProblem /** The parser's own words. */; readonly message: string };
  readonly 'too-deep': { readonly limit: number };
  readonly empty: Nothing;
  /** `step`: the key is that of a step, so that it may be meant for an actor. */
  readonly 'unknown-key': Choice & { readonly key: string; readonly step: boolean };
  /** A text with a comma in braces is cut at the comma, and what follows is a key without a value. */
  readonly 'unquoted-text': { readonly rest: string };
  readonly 'look-alike-letter': LookAlike & { readonly name: string };
  readonly 'actor-runs': { readonly actor: string; readonly example: string };
  readonly 'operation-as-sql': { readonly actor: string; readonly found: string; readonly right: string };
  readonly 'comment-cuts-text': Nothing;
  readonly 'each-missing': Nothing;
  readonly 'duplicate-name': { readonly what: Named; readonly name: string };
  /** One of `keys` is needed. */
  readonly 'missing-key': { readonly keys: readonly string[] };
  readonly 'actor-lacks': { readonly actor: string; readonly lack: ActorLack; readonly action: string };
  readonly 'process-acts': { readonly process: string; readonly action: string };
  readonly 'wrong-type': { readonly expected: Expected; readonly found: Found };
  readonly 'wrong-value': { readonly expected: Expected; readonly found: Found };
  readonly 'unknown-name': Choice & { readonly what: Named; readonly name: string; readonly of?: string };
  readonly 'not-one-action': { readonly actions: readonly string[] };
  readonly 'impossible-fault': {
    readonly operation: Operation;
    readonly fault: FaultKind;
    readonly why: ImpossibleFault;
    readonly detail: string;
  };
  readonly 'fault-not-in-step': { readonly operation: string; readonly known: readonly string[] };
  readonly 'reserved-name': { readonly name: string };
  readonly 'wrong-expression': { readonly found: string; readonly why: 'syntax' | 'event' | 'invariant' };
  readonly 'quoted-expression': { readonly found: string };
  /** `$2` where fewer values are given; null where nothing can be given. */
  readonly 'missing-parameter': { readonly parameter: string; readonly given: number | null };
  readonly 'not-remembered': Choice & { readonly actor: string; readonly name: string };
  readonly 'modifier-not-here': { readonly modifier: StepModifier; readonly action: string };
  /** What an expectation says of a step, and can never come of it. */
  readonly 'expectation-not-here': { readonly key: string; readonly action: string };
  readonly 'refused-statement': {
    readonly why: RefusalCode;
    readonly words: string;
    readonly place: 'step' | 'definition';
  };
  readonly 'several-statements': Nothing;
  readonly 'schema-file': { readonly file: string; readonly problem: FileProblem };
  readonly 'not-simulated': {
    readonly setting: string;
    /** Where the setting is simulated, and this value of it is not. */
    readonly value: string | null;
    readonly reason: NotSimulated;
  };
  readonly 'conflicting-settings': { readonly conflict: SettingConflict };
  /** Knobs of a program that make no sense together, each as `name: value`. */
  readonly 'knobs-conflict': {
    readonly program: string;
    readonly knob: string;
    readonly other: string;
    readonly why: LocalText;
  };
}

/** What is legal and surely not meant. */
export interface WarningArgs {
  readonly 'fault-never-fires': {
    readonly operation: Operation;
    readonly fault: FaultKind;
    readonly why: 'once' | 'unit' | 'variant' | 'pause' | 'dead';
    readonly occurrence: number;
    /** The actor or process whose operation it is. */
    readonly who: string;
    /** How often the operation can be sent at most. */
    readonly most: number;
  };
  readonly 'never-produced': { readonly event: string };
  readonly 'postgres-spelling': { readonly found: string; readonly right: string };
  readonly 'unused-actor': { readonly name: string; readonly process: boolean };
  readonly 'unused-label': { readonly label: string };
  readonly 'missing-translation': { readonly what: string };
  readonly 'numeric-event-id': Nothing;
  readonly 'no-event-id': { readonly found: NonNullable<Found> };
  readonly 'wall-clock': { readonly word: string };
  readonly 'dead-actor': { readonly name: string; readonly line: number };
  readonly 'no-steps': Nothing;
  readonly 'nothing-judged': Nothing;
}

export type DiagnosticArgs = ErrorArgs & WarningArgs;
export type DiagnosticCode = keyof DiagnosticArgs;

/** Something to say about a scenario. The wording of each code stands in one table for each language, in the report. */
export type Diagnostic<C extends DiagnosticCode = DiagnosticCode> = {
  readonly [K in C]: { readonly code: K; readonly args: DiagnosticArgs[K]; readonly span: Span };
}[C];

const errors: Readonly<Record<keyof ErrorArgs, true>> = {
  'yaml-syntax': true,
  'too-deep': true,
  empty: true,
  'unknown-key': true,
  'unquoted-text': true,
  'look-alike-letter': true,
  'actor-runs': true,
  'operation-as-sql': true,
  'comment-cuts-text': true,
  'each-missing': true,
  'duplicate-name': true,
  'missing-key': true,
  'actor-lacks': true,
  'process-acts': true,
  'wrong-type': true,
  'wrong-value': true,
  'unknown-name': true,
  'not-one-action': true,
  'impossible-fault': true,
  'fault-not-in-step': true,
  'reserved-name': true,
  'wrong-expression': true,
  'quoted-expression': true,
  'missing-parameter': true,
  'not-remembered': true,
  'modifier-not-here': true,
  'expectation-not-here': true,
  'refused-statement': true,
  'several-statements': true,
  'schema-file': true,
  'not-simulated': true,
  'conflicting-settings': true,
  'knobs-conflict': true,
};

const warnings: Readonly<Record<keyof WarningArgs, true>> = {
  'fault-never-fires': true,
  'never-produced': true,
  'postgres-spelling': true,
  'unused-actor': true,
  'unused-label': true,
  'missing-translation': true,
  'numeric-event-id': true,
  'no-event-id': true,
  'wall-clock': true,
  'dead-actor': true,
  'no-steps': true,
  'nothing-judged': true,
};

export const ERROR_CODES = Object.keys(errors) as readonly (keyof ErrorArgs)[];
export const WARNING_CODES = Object.keys(warnings) as readonly (keyof WarningArgs)[];
export const DIAGNOSTIC_CODES: readonly DiagnosticCode[] = [...ERROR_CODES, ...WARNING_CODES];

export function isWarning(code: DiagnosticCode): boolean {
  return Object.hasOwn(warnings, code);
}
