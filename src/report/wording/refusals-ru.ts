import type { RefusalWording } from './diagnostics.js';

const definition = 'опишите это в "schema" базы';
const leaveOut = 'уберите это';

export const refusals: RefusalWording = {
  copy: {
    why: 'она ждёт данные, которые никто не пришлёт, или файл на этой машине',
    instead: 'вставьте строки через INSERT или задайте их в "rows" базы',
  },
  'schema-change': { why: 'таблицы базы существуют до первого шага', instead: definition },
  'temporary-table': { why: 'такая таблица принадлежит backend, а он здесь один на все сессии', instead: definition },
  'select-into': {
    why: 'она создаёт таблицу',
    instead: `таблицу опишите в "schema" базы, а значение запомните через "as"`,
  },
  'session-setting': {
    why: 'такая настройка переживает транзакцию, а backend здесь один на все сессии',
    instead: 'используйте SET LOCAL внутри транзакции',
  },
  'search-path': {
    why: 'по search_path сессия узнаёт свою базу',
    instead: 'назовите базу актора в "actors"',
  },
  notification: { why: 'уведомления здесь никто не слушает', instead: 'пусть читатель опрашивает базу через SELECT' },
  'prepared-statement': {
    why: 'такой запрос принадлежит backend, а он здесь один на все сессии',
    instead: 'напишите запрос целиком, а значения $1, $2 задайте в "params"',
  },
  'cursor-with-hold': {
    why: 'такой курсор переживает транзакцию, а backend здесь один на все сессии',
    instead: 'объявите курсор без WITH HOLD или запомните строки через "as"',
  },
  'session-lock': {
    why: 'такая блокировка принадлежит backend, а он здесь один на все сессии',
    instead: 'используйте pg_advisory_xact_lock: она снимается вместе с транзакцией',
  },
  'sequence-memory': {
    why: 'это память backend, а он здесь один на все сессии',
    instead: 'используйте RETURNING и "as"',
  },
  'transaction-id': {
    why: 'число или текст с номером транзакции зависит от того, что выполнялось раньше',
    instead: 'возьмите pg_current_xact_id() и pg_current_snapshot() и не приводите их к другому типу',
  },
  role: { why: 'роли и права не входят в сценарий', instead: leaveOut },
  'two-phase-commit': {
    why: 'подготовленными транзакциями симулятор сам хранит открытые транзакции',
    instead: 'напишите две обычные транзакции: один commit может пройти без другого',
  },
  library: { why: 'она загружает файл с этой машины', instead: leaveOut },
  maintenance: { why: 'это делает сам движок, и сценарий от этого не зависит', instead: leaveOut },
  server: { why: 'она касается всего сервера, а не базы сценария', instead: leaveOut },
  extension: { why: 'в движке нет расширений', instead: 'обойдитесь тем, что есть в самом PostgreSQL' },
  schema: { why: 'база сценария — это одна схема', instead: 'добавьте ещё одну базу в "databases"' },
  'server-file': { why: 'она читает файлы этой машины', instead: 'задайте строки в "rows" базы' },
  sleep: { why: 'часы сценария виртуальные', instead: 'сделайте шаг "advance: 5s"' },
  'other-server': {
    why: 'из одной базы нет пути в другую',
    instead: 'прочитайте данные одним шагом, запомните через "as" и запишите другим',
  },
};
