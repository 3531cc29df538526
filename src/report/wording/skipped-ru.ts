import type { StepSkipped } from '../../trace/skip-event.js';
import type { Wording } from './wording.js';

/** Why a step was not taken, or not judged. */
export const skipped: Wording['step']['skipped'] = {
  dead: (subject) => `шаг не выполнен: ${subject} не запущен, сначала нужен restart`,
  waiting: (subject) => `шаг не выполнен: ${subject} ждёт ответа`,
  frozen: (subject) => `шаг не выполнен: ${subject} замер, сначала нужен thaw`,
  'not-frozen': (subject) => `шаг не выполнен: ${subject} не замирал`,
  endless: (subject) => `остановлено: ${subject} находит работу снова и снова, это не кончится`,
  'never-came': (subject) => `единица работы закончилась, а до операции ${subject} дело не дошло`,
  'no-value': (subject, holds) => `шаг не выполнен: у ${subject} здесь нет значения${holds ? held(holds) : ''}`,
  'nothing-to-replay': (subject) =>
    `шаг не выполнен: у ${subject} не осталось столько коммитов, чтобы их воспроизвести`,
  'item-in-transaction': (subject) =>
    `не проверено: у ${subject} открыта транзакция; writes стоит рядом с оператором, который коммитит, reads — рядом с отдельным запросом`,
  'no-column': (subject, holds) =>
    `не проверено: в ответе нет столбца ${subject}${holds ? `; есть ${holds.columns.join(', ') || 'ни одного'}` : ''}`,
  refused: (subject) => `шаг не выполнен: Kafka отказывает, ${subject}`,
  'transaction-open': (subject) =>
    `свои инварианты сценария нельзя проверить, пока у ${subject} открыта транзакция; сначала завершите её`,
  'no-session': (subject) => `шаг не выполнен: у ${subject} нет открытой сессии`,
};

/** What there is where a step has looked for something else, and how to get at it. */
function held({ what, count, columns }: NonNullable<StepSkipped['holds']>): string {
  if (count === 0) return what === 'rows' ? ': строк там нет' : ': записей там нет';
  const all = what === 'rows' ? `строк там ${count}, столбцы` : `записей там ${count}, части`;
  return `: ${all} ${columns.join(', ')}; напишите first, last или номер от 0, а затем одно из этих имён`;
}
