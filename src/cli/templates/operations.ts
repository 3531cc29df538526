import { head, inLanguage, type Template } from './template.js';

/** Actors whose every operation is written out: an outbox row that is published twice, because an ack was lost. */
export const operations: Template = (id, language) => {
  const t = inLanguage(language);
  return `\
${head(id, language)}title: ${t('The ack of an outbox row is lost', 'Подтверждение строки outbox потеряно')}
teaches: ${t('A relay that has got no ack must publish again, so that one event can be in the log twice.', 'Публикатор без ack обязан опубликовать ещё раз, поэтому одно событие может оказаться в логе дважды.')}

# ${t('A database is made by SQL, by ./file.sql beside this file, or by the name of a built-in schema.', 'База создаётся из SQL, из ./file.sql рядом с этим файлом или по имени встроенной схемы.')}
databases:
  shop:
    schema: |
      CREATE TABLE orders(id text PRIMARY KEY, status text NOT NULL);
      CREATE TABLE outbox(
        event_id text PRIMARY KEY,
        order_id text NOT NULL REFERENCES orders(id),
        published_at timestamptz
      );
topics:
  orders.v1: { partitions: 1 }

# ${t('Actors have no program: the steps write out what they do.', 'У актора нет программы: всё, что он делает, написано в шагах.')}
actors:
  service: { database: shop }
  relay: { database: shop }

# ${t('An invariant of your own is a query that must find nothing.', 'Свой инвариант — запрос, который не должен ничего найти.')}
invariants:
  - name: nothing-waits
    sql: SELECT event_id FROM outbox WHERE published_at IS NULL
    message: ${t('A row of the outbox still waits.', 'Строка outbox всё ещё ждёт.')}

# ${t('A step is one action, and what belongs to it: ask, say, as, fault, expect, ...', 'Шаг — одно действие и то, что к нему относится: ask, say, as, fault, expect, ...')}
steps:
  - service: BEGIN
    say: ${t('Order and outbox row are written in one transaction.', 'Заказ и строка outbox записаны в одной транзакции.')}
  - service: INSERT INTO orders(id, status) VALUES ('order-1', 'new')
  - service: INSERT INTO outbox(event_id, order_id) VALUES ('event-1', 'order-1')
  - service: COMMIT
    expect: { tag: COMMIT }
  - relay: SELECT event_id, order_id FROM outbox WHERE published_at IS NULL
    # ${t('What comes of it is remembered, and can be used as ${pending.first.event_id}.', 'Результат запоминается, дальше он доступен как ${pending.first.event_id}.')}
    as: pending
    expect: { rows: [[event-1, order-1]] }
  - relay:
      produce: { topic: orders.v1, key: "\${pending.first.order_id}", value: { event_id: "\${pending.first.event_id}" } }
    fault: lost-reply
    say: ${t('The broker has the record, and the relay does not know.', 'Запись у брокера есть, а публикатор этого не знает.')}
    expect: { client: no-reply, server: done }
  - relay:
      produce: { topic: orders.v1, key: "\${pending.first.order_id}", value: { event_id: "\${pending.first.event_id}" } }
    # ${t('What readers are asked before the step.', 'О чём читателя спрашивают перед шагом.')}
    ask: ${t('The relay sends it again. How many records will the log hold?', 'Публикатор отправляет его ещё раз. Сколько записей будет в логе?')}
    say: ${t('It sends the same event again.', 'Он отправляет то же событие ещё раз.')}
  - relay: UPDATE outbox SET published_at = now() WHERE event_id = \${pending.first.event_id}
    expect: { count: 1 }

# ${t('What must be so when all is over.', 'Что должно быть в конце.')}
end:
  log:
    orders.v1: { 0: [event-1, event-1] }
  # ${t('The invariants that this lesson is meant to violate: none.', 'Инварианты, которые урок нарушает намеренно: таких нет.')}
  violates: []
`;
};
