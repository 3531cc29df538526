import type { NotSimulated } from '../model/kafka-setting.js';
import { KafkaRefusal } from './errors.js';

/** What one setting may be. Durations are whole milliseconds, as Kafka writes them. */
export type Setting =
  | { readonly type: 'duration-ms' | 'int'; readonly default: number; readonly min: number; readonly max: number }
  | { readonly type: 'bool'; readonly default: boolean }
  | {
      readonly type: 'enum';
      readonly default: string;
      readonly values: readonly string[];
      /** Values that Kafka knows and the simulated log does not, with the reason. */
      readonly notSimulated?: Readonly<Record<string, NotSimulated>>;
    }
  | { readonly type: 'text'; readonly default: string | null };

export type SettingTable = Readonly<Record<string, Setting>>;

/** Every setting of one kind of thing: what is simulated, and what Kafka knows besides, each with the reason. */
export interface Settings<T extends SettingTable = SettingTable> {
  /** What is configured, as a person says it: `topic`, `broker`, `consumer`, `producer`. */
  readonly of: string;
  readonly known: T;
  readonly notSimulated: Readonly<Record<string, NotSimulated>>;
}

type ValueOf<S extends Setting> = S extends { readonly type: 'bool' }
  ? boolean
  : S extends { readonly type: 'enum'; readonly values: readonly (infer V)[] }
    ? V
    : S extends { readonly type: 'text' }
      ? string | null
      : number;

/** The values of a table of settings, under Kafka's own names. */
export type Configured<T extends SettingTable> = { readonly [Name in keyof T]: ValueOf<T[Name]> };

/** As much of it as somebody has written down; the rest has Kafka's defaults. */
export type ConfigOf<T extends SettingTable> = Partial<Configured<T>>;

/** What is wrong with one setting. `not-simulated` is right in Kafka and refused here: the setting, or a value of it. */
export type SettingProblem =
  | { readonly kind: 'unknown-name' }
  | { readonly kind: 'not-simulated'; readonly setting: string; readonly reason: NotSimulated }
  | { readonly kind: 'wrong-value'; readonly expected: Setting };

/** Judges one setting as a scenario writes it; null when nothing is wrong. A duration is given in milliseconds. */
export function problemWithSetting(settings: Settings, name: string, value: unknown): SettingProblem | null {
  const reason = Object.hasOwn(settings.notSimulated, name) ? settings.notSimulated[name] : undefined;
  if (reason !== undefined) return { kind: 'not-simulated', setting: name, reason };
  const setting = Object.hasOwn(settings.known, name) ? settings.known[name] : undefined;
  if (!setting) return { kind: 'unknown-name' };
  if (fits(setting, value)) return null;
  const refused = setting.type === 'enum' ? setting.notSimulated?.[String(value)] : undefined;
  if (refused !== undefined) return { kind: 'not-simulated', setting: `${name}: ${value}`, reason: refused };
  return { kind: 'wrong-value', expected: setting };
}

function fits(setting: Setting, value: unknown): boolean {
  switch (setting.type) {
    case 'bool':
      return typeof value === 'boolean';
    case 'text':
      return value === null || typeof value === 'string';
    case 'enum':
      return typeof value === 'string' && setting.values.includes(value);
    case 'int':
    case 'duration-ms':
      return Number.isSafeInteger(value) && Number(value) >= setting.min && Number(value) <= setting.max;
  }
}

/**
 * The whole configuration: what is given, with Kafka's defaults for the rest.
 * @throws KafkaRefusal ConfigException for a name or a value that is wrong or not simulated.
 */
export function configure<T extends SettingTable>(settings: Settings<T>, given: ConfigOf<T>): Configured<T> {
  const config: Record<string, unknown> = Object.fromEntries(
    Object.entries(settings.known).map(([name, setting]) => [name, setting.default]),
  );
  for (const [name, value] of Object.entries(given)) {
    const problem = problemWithSetting(settings, name, value);
    if (problem) throw new KafkaRefusal('ConfigException', `${problem.kind}: ${name}`);
    config[name] = value;
  }
  return config as Configured<T>;
}
