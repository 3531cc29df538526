import { engineRefusalsRu } from './engine-refusals-ru.js';
import type { Wording } from './wording.js';

/** What keeps a scenario from being played to its end. */
export const failure: Wording['failure'] = {
  postgresSays: (message) => `PostgreSQL сообщает: ${message}`,
  refused: (words) => `${words} не допускается`,
  changesSomething: (message) =>
    `инвариант только спрашивает, а этот запрос что-то изменил бы; PostgreSQL сообщает: ${message}`,
  noQuery: 'инвариант — это запрос, а эта команда строк не возвращает',
  postgresRefuses: 'PostgreSQL этого не принимает; его слова — в стандартном потоке ошибок.',
  transactionLeftOpen: 'после определения остаётся открытая транзакция',
  noTable: (table, known) => `таблицы "${table}" нет${known === '' ? '' : `; есть ${known}`}`,
  noColumn: (table, column, known) => `в ${table} нет столбца "${column}"; есть ${known}`,
  afterTheSteps: 'после шагов',
  note: (step) => `шаг ${step}`,
  engine: engineRefusalsRu,
  stopped: {
    'statement-time': (limit) => `запрос выполнялся дольше ${limit}`,
    'scenario-time': (limit) => `PostgreSQL работал над этим сценарием дольше ${limit}`,
    memory: (limit) => `программа заняла больше ${limit} памяти`,
    'answer-rows': (limit) => `в ответе на запрос больше ${limit} строк`,
    'answer-bytes': (limit) => `ответ на запрос больше ${limit}; запросите меньше`,
    broken: () => 'PostgreSQL перестал отвечать: запрос завершил свою сессию или вывел СУБД из строя',
    'server-gone': () => 'соединение с сервером потеряно',
  },
  raise: (flag) => ` (${flag} поднимает предел)`,
};
