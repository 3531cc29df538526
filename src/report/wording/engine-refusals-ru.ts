import type { EngineRefusalWording } from './wording.js';

const advice = 'Выполните сценарий на настоящем сервере: --postgres URL.';

/** The same in Russian. */
export const engineRefusalsRu: EngineRefusalWording = {
  setting: (session, setting) =>
    `${session} изменил настройку ${setting}, а она принадлежит симулятору: по настройкам сессия находит свою базу и виртуальные часы. Не меняйте ${setting}.`,
  isolation: (session, other) =>
    `${session} обращается к PostgreSQL, пока у ${other} открыта транзакция с изоляцией выше READ COMMITTED; встроенный PostgreSQL потерял бы её снимок. ${advice}`,
  deferred: (session, other) =>
    `${session} обращается к PostgreSQL, пока у ${other} открыта транзакция в базе с отложенными ограничениями; встроенный PostgreSQL проверил бы их слишком рано. ${advice}`,
  'comes-back': (session) =>
    `${session} продолжает транзакцию после запроса другой сессии, а часть её во встроенном PostgreSQL пропала бы: показанный номер транзакции, курсор, настройка или рекомендательная блокировка после точки сохранения, очищенная или заблокированная таблица. Там её можно только завершить, COMMIT или ROLLBACK. ${advice}`,
  'not-parked': (session) =>
    `в транзакции ${session} есть то, чего встроенный PostgreSQL не может сохранить, пока обращается другая сессия. ${advice}`,
  'too-many': (session) =>
    `у ${session} на одну открытую транзакцию больше, чем может держать встроенный PostgreSQL. Сначала завершите часть из них или выполните сценарий на настоящем сервере: --postgres URL.`,
  waits: (session, other) =>
    other === ''
      ? `запрос ${session} должен ждать другую сессию, а встроенный PostgreSQL даёт только те ожидания, исход которых в точности таков, как на сервере. ${advice}`
      : `запрос ${session} должен ждать ${other}, а встроенный PostgreSQL даёт только те ожидания, исход которых в точности таков, как на сервере: отдельных строк, найденных по столбцам самой таблицы. ${advice}`,
  'locks-table': (session, other) =>
    `${session} блокирует таблицу целиком, пока у ${other} открыта транзакция, а встроенный PostgreSQL не помнит, какие таблицы читает ${other}. ${advice}`,
  'lock-waits': (session, other) =>
    `${session} обращается к PostgreSQL, пока у ${other} открыта транзакция, а эта сборка встроенного PostgreSQL не показывает, когда запрос ждёт. ${advice}`,
  views: (session, other) =>
    `${session} спрашивает, какие сессии видит сервер, пока у ${other} открыта транзакция; у встроенного PostgreSQL одна сессия на всех. ${advice}`,
  'own-schema': (session, database) =>
    `${session} называет в запросе свою базу ${database}, а на сервере эта схема зовётся иначе. Уберите имя схемы.`,
  'locked-table': (session) =>
    `${session} никого не подпускает к таблице, и её строки не прочитать. Сначала завершите его транзакцию.`,
  'saved-state': () => 'на сервере строки нельзя вернуть.',
};
