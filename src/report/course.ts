import type { LocalText } from '../model/text.js';

/** A part of the course that the bundled scenarios make up. */
export interface Theme {
  readonly id: string;
  readonly title: LocalText;
  /** In the order in which they are read. */
  readonly scenarios: readonly string[];
}

/** The course: the lessons on an inbox first, then those on an outbox and on reading what one has written. */
export const course: readonly Theme[] = [
  {
    id: 'twice',
    title: { en: 'The same event twice', ru: 'Одно событие дважды' },
    scenarios: [
      ...['duplicate-900', 'two-events-901', 'crash-before-offset-commit', 'same-key-different-events'],
      ...['offset-is-not-processing', 'ticket-db-cannot-tell'],
    ],
  },
  {
    id: 'one-transaction',
    title: { en: 'One transaction for the pair', ru: 'Одна транзакция на пару' },
    scenarios: [
      ...['split-transaction-bug', 'history-first-refused', 'claim-before-work', 'storage-unavailable'],
      'no-shared-transaction',
    ],
  },
  {
    id: 'unknown',
    title: { en: 'An unknown outcome', ru: 'Неизвестный исход' },
    scenarios: [
      ...['commit-lost-in-network', 'commit-never-arrived', 'commit-without-answer', 'unknown-holds-checkpoint'],
      'highest-offset-wins',
    ],
  },
  {
    id: 'replay',
    title: { en: 'What can come again', ru: 'Что может прийти ещё раз' },
    scenarios: [
      ...['offset-before-commit', 'manual-seek-recovers', 'new-group-replays', 'crash-before-first-commit'],
      ...['retention-before-restart', 'group-position-gone', 'inbox-forgets-first'],
    ],
  },
  {
    id: 'concurrency',
    title: { en: 'Two at the same moment', ru: 'Двое в один момент' },
    scenarios: ['select-then-insert-race', 'concurrent-duplicate', 'batch-deadlock', 'inbox-without-consumer'],
  },
  {
    id: 'dual-write',
    title: { en: 'Two writes, and an outbox', ru: 'Двойная запись и outbox' },
    scenarios: ['dual-write-four-outcomes', 'retry-is-not-the-cure', 'transactional-outbox'],
  },
  {
    id: 'relay',
    title: { en: 'From the outbox to the log', ru: 'Из outbox в лог' },
    scenarios: [
      ...['relay-crash-after-ack', 'republish-not-acked', 'fresh-id-per-publish', 'relay-marks-first'],
      ...['published-on-paper', 'sequence-gap', 'relay-meets-a-gap', 'two-relays-skip-locked', 'cdc-relay'],
    ],
  },
  {
    id: 'idempotent-consumer',
    title: { en: 'Handled as if once', ru: 'Обработано как один раз' },
    scenarios: ['processed-events', 'reserved-twice'],
  },
  {
    id: 'reads',
    title: { en: "Reading one's own writes", ru: 'Прочитать свою запись' },
    scenarios: ['stale-dashboard', 'read-from-write-side', 'optimistic-ui', 'sticky-replica'],
  },
];

/** A theme with whatever `entries` belong to it. */
export interface Chapter<Entry> {
  readonly theme: Theme;
  readonly entries: readonly Entry[];
}

const others: Theme = { id: 'others', title: { en: 'Others', ru: 'Другие' }, scenarios: [] };

/** `entries` by theme, in the order of the course; those that stand in none come last. */
export function chaptersOf<Entry extends { readonly id: string }>(entries: readonly Entry[]): Chapter<Entry>[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const chapters = course.map((theme) => ({ theme, entries: theme.scenarios.flatMap((id) => byId.get(id) ?? []) }));
  const placed = new Set(course.flatMap(({ scenarios }) => scenarios));
  const left = entries.filter(({ id }) => !placed.has(id));
  return [...chapters, { theme: others, entries: left }].filter((chapter) => chapter.entries.length > 0);
}
