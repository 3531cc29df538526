import { head, inLanguage, type Template } from './template.js';

/** A program and a fault: the history consumer, whose COMMIT takes effect and whose answer is lost. */
export const program: Template = (id, language) => {
  const t = inLanguage(language);
  return `\
${head(id, language)}title: ${t('The answer to COMMIT is lost', 'Ответ на COMMIT потерян')}
teaches: ${t('After a lost answer the consumer may not move its offset; the next delivery finds the marker.', 'После потерянного ответа консюмер не вправе двигать offset; следующая доставка найдёт маркер.')}

# ${t('history is a built-in schema: the tables inbox and history_events.', 'history — встроенная схема: таблицы inbox и history_events.')}
databases:
  history: { schema: history }
topics:
  tickets.status.v1: { partitions: 3 }

# ${t('What can be published by its name. The key decides about the partition.', 'То, что можно опубликовать по имени. Ключ определяет partition.')}
events:
  event-ticket-1:
    topic: tickets.status.v1
    key: ticket-42
    value:
      event_id: event-ticket-1
      ticket_id: ticket-42
      from_status: open
      to_status: resolved
      changed_at: "2026-10-03T08:00:00Z"

# ${t('committed: the group has read up to there before; without it, reset decides where it begins.', 'committed: до этого места группа уже дочитала; без него место начала определяет reset.')}
groups:
  history: { topic: tickets.status.v1, reset: earliest, committed: { 1: 0 } }

# ${t('A process runs a program in one of its variants; inbox is the right one.', 'Процесс исполняет программу в одном из вариантов; inbox — правильный.')}
processes:
  history: { program: history, variant: inbox, group: history, database: history }

# ${t('What is judged from everything that has happened.', 'Что проверяется по всему произошедшему.')}
invariants: [one-row-per-event, marker-with-row, no-lost-event, contiguous-checkpoint, honest-outcome, drained]

# ${t('A step is one action, and what belongs to it: ask, say, fault, expect, ...', 'Шаг — одно действие и то, что к нему относится: ask, say, fault, expect, ...')}
steps:
  - publisher: { produce: event-ticket-1 }
  - run: history
    # ${t('The operation that goes wrong, and how.', 'Операция, в которой происходит сбой, и какой.')}
    fault: { commit: lost-reply }
    expect: { outcome: unknown }
    say: ${t('PostgreSQL has committed, and the consumer cannot know.', 'PostgreSQL закоммитил, а консюмер этого знать не может.')}
  - restart: history
  - run: history
    # ${t('What readers are asked before the step.', 'О чём читателя спрашивают перед шагом.')}
    ask: ${t('The record comes again. Will there be a second row?', 'Запись приходит снова. Появится ли вторая строка?')}
    expect: { outcome: already-applied }
    say: ${t('The marker is there, and so is the row.', 'Маркер уже есть, есть и строка.')}

# ${t('What must be so when all is over.', 'Что должно быть в конце.')}
end:
  tables:
    history.inbox: [[event-ticket-1]]
    history.history_events: [[event-ticket-1, ticket-42, open, resolved, "2026-10-03 08:00:00+00"]]
  offsets:
    history: { tickets.status.v1: { 1: 1 } }
  # ${t('The invariants that this lesson is meant to violate: none.', 'Инварианты, которые урок нарушает намеренно: таких нет.')}
  violates: []
`;
};
