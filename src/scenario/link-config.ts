import { parseDuration } from '../base/time.js';
import { brokerSettings, topicSettings } from '../kafka/broker-config.js';
import { consumerConflict, consumerSettings, idempotenceConflict, producerSettings } from '../kafka/client-config.js';
import { configure, problemWithSetting, type Setting, type Settings } from '../kafka/config.js';
import type { SettingConflict } from '../model/kafka-setting.js';
import type { Entry } from './collections.js';
import type { Located, Reader } from './reader.js';
import type { ConfigValues } from './scenario.js';

const settingsOf = {
  topic: topicSettings,
  broker: brokerSettings,
  consumer: consumerSettings,
  producer: producerSettings,
} as const satisfies Record<string, Settings>;

/** Whose settings they are. */
export type ConfigOwner = keyof typeof settingsOf;

/** Settings by Kafka's names. A duration may be written as one, such as 10s; a number counts Kafka's own unit. */
export function linkConfig(
  owner: ConfigOwner,
  given: readonly Entry<Located<string>>[] | undefined,
  reader: Reader,
): ConfigValues {
  const settings: Settings = settingsOf[owner];
  const values: Record<string, string | number | boolean> = {};
  for (const { name, value } of given ?? []) {
    const setting = Object.hasOwn(settings.known, name.value) ? settings.known[name.value] : undefined;
    const read = setting ? settingOf(name.value, setting, value.value) : value.value;
    const problem = problemWithSetting(settings, name.value, read);
    if (!problem) values[name.value] = read;
    else if (problem.kind === 'unknown-name') reader.unknownName('setting', name, Object.keys(settings.known));
    else if (problem.kind === 'not-simulated') {
      const { reason } = problem;
      const refused = setting ? value : name;
      reader.report('not-simulated', refused.span, {
        setting: name.value,
        value: setting ? value.value : null,
        reason,
      });
    } else reportWrong(value, problem.expected, reader);
  }
  const [first] = given ?? [];
  if (first && Object.keys(values).length === given?.length) {
    const conflict = conflictIn(owner, values);
    if (conflict) reader.report('conflicting-settings', first.name.span, { conflict });
  }
  return values;
}

function reportWrong({ value, span }: Located<string>, setting: Setting, reader: Reader): void {
  switch (setting.type) {
    case 'bool':
      reader.wrongValue(span, 'boolean', value);
      break;
    case 'enum':
      reader.wrongValue(span, { is: 'words', words: setting.values }, value);
      break;
    case 'text':
      reader.wrongValue(span, 'text', value);
      break;
    case 'int':
    case 'duration-ms': {
      const is = setting.type === 'int' ? 'whole' : 'whole-or-duration';
      reader.wrongValue(span, { is, least: setting.min, most: setting.max }, value);
    }
  }
}

/** Some settings fit only together. Idempotence is asked for only where it is written down. */
function conflictIn(owner: ConfigOwner, values: ConfigValues): SettingConflict | null {
  if (owner === 'consumer') return consumerConflict(configure(consumerSettings, values));
  if (owner !== 'producer' || values['enable.idempotence'] !== true) return null;
  return idempotenceConflict(configure(producerSettings, values));
}

/** Whether the broker takes a member with the session timeout of `consumer`, both with Kafka's defaults where they are silent. */
export function allowsSession(consumer: ConfigValues, broker: ConfigValues): boolean {
  const timeout = configure(consumerSettings, consumer)['session.timeout.ms'];
  const bounds = configure(brokerSettings, broker);
  return timeout >= bounds['group.min.session.timeout.ms'] && timeout <= bounds['group.max.session.timeout.ms'];
}

/** A scalar as the setting wants it; what does not fit stays a text, and is told to be wrong. */
function settingOf(name: string, setting: Setting, text: string): string | number | boolean {
  switch (setting.type) {
    case 'bool':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'int':
    case 'duration-ms': {
      if (/^-?\d{1,15}$/.test(text)) return Number(text);
      const milliseconds = parseDuration(text);
      if (milliseconds === null) return text;
      if (name.endsWith('.minutes')) return milliseconds / 60_000;
      return setting.type === 'duration-ms' ? milliseconds : text;
    }
    default:
      return text;
  }
}
