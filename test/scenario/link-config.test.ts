import { expect, test } from 'vitest';
import { diagnosticSentence } from '../../src/report/diagnostics.js';
import { loadScenario } from '../../src/scenario/load.js';
import { scenarioOf } from '../support/play.js';

function text(topic: string, consumer: string): string {
  return `id: small
title: small
teaches: small
topics: {t: {partitions: 1, config: {${topic}}}}
groups: {g: {topic: t}}
actors: {C1: {group: g, consumer: {${consumer}}}}
steps: [{C1: fetch}]
`;
}

test('a setting has the type that it has in Kafka, and durations may be written as such', () => {
  const { topics, actors } = scenarioOf(
    text('retention.ms: 30d, retention.bytes: -1', 'enable.auto.commit: true, group.instance.id: 7'),
  );
  expect(topics[0]?.config).toEqual({ 'retention.ms': 2_592_000_000, 'retention.bytes': -1 });
  expect(actors[0]?.reader?.config).toEqual({ 'enable.auto.commit': true, 'group.instance.id': '7' });
});

type Row = readonly [topic: string, consumer: string, at: string, english: string, russian: string];

test.each<Row>([
  [
    'retention.sm: 1',
    '',
    'unknown-name at retention.sm',
    'there is no setting "retention.sm"; did you mean retention.ms or retention.bytes?',
    'нет настройки «retention.sm»; возможно, имелось в виду retention.ms или retention.bytes?',
  ],
  [
    'cleanup.policy: compact',
    '',
    'not-simulated at compact',
    '"cleanup.policy: compact" is not simulated: the simulated log deletes by time and size only, it does not compact',
    '«cleanup.policy: compact» не симулируется: симулируемый лог удаляет только по времени и размеру, без compaction',
  ],
  [
    'retention.ms: soon',
    '',
    'wrong-value at soon',
    'expected a duration such as 500ms or 7d, in milliseconds a whole number from -1 to 9007199254740991; found "soon"',
    'здесь нужно: длительность, например 500ms или 7d, в миллисекундах — целое число от -1 до 9007199254740991; найдено: «soon»',
  ],
  [
    '',
    'enable.auto.commit: yes',
    'wrong-value at yes',
    'expected true or false; found "yes"',
    'здесь нужно: true или false; найдено: «yes»',
  ],
  [
    '',
    'fetch.min.bytes: 1',
    'not-simulated at fetch.min.bytes',
    '"fetch.min.bytes" is not simulated: a fetch takes what is there, whatever its size',
    '«fetch.min.bytes» не симулируется: fetch берёт всё, что есть, какого бы размера оно ни было',
  ],
  [
    '',
    'session.timeout.ms: 2s',
    'conflicting-settings at session.timeout.ms',
    'heartbeat.interval.ms must be lower than session.timeout.ms',
    'heartbeat.interval.ms должен быть меньше session.timeout.ms',
  ],
  [
    '',
    'max.poll.records: 0',
    'wrong-value at 0',
    'expected a whole number from 1 to 2147483647; found "0"',
    'здесь нужно: целое число от 1 до 2147483647; найдено: «0»',
  ],
])('topic {%s}, consumer {%s}: %s', (topic, consumer, at, english, russian) => {
  const source = text(topic, consumer);
  const loaded = loadScenario(source);
  const diagnostics = loaded.kind === 'scenario' ? [] : loaded.diagnostics;
  expect(
    diagnostics.map((diagnostic) => [
      `${diagnostic.code} at ${source.slice(diagnostic.span.start, diagnostic.span.end)}`,
      diagnosticSentence(diagnostic, 'en'),
      diagnosticSentence(diagnostic, 'ru'),
    ]),
  ).toEqual([[at, english, russian]]);
});
