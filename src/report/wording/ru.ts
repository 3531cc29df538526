import type { Operation } from '../../model/names.js';
import { comparison } from './comparison-ru.js';
import { end, subjects } from './end-ru.js';
import { failure } from './failure-ru.js';
import { skipped } from './skipped-ru.js';
import { suite } from './suite-ru.js';
import type { Wording } from './wording.js';

export const ru: Wording = {
  variant: 'вариант',
  ofProcesses: (names) => ` (${names})`,
  wrongOnPurpose: 'намеренно неверный',
  branch: (name, number, of) => `ветка ${number} из ${of}: ${name}`,
  question: (text) => `Вопрос: ${text}`,
  end: 'итог',
  noRows: 'строк нет',
  nothingCommitted: 'в логе пусто и ничего не подтверждено',
  furtherPartitions: (count) => `... ещё partitions: ${count}`,
  rowsAbove: (count) => `... выше ещё ${count}`,
  furtherRows: (count) => `... ещё ${count}`,
  uncommitted: (session) => `не закоммичено, видно только сессии ${session}:`,

  step: {
    produce: (event, count) =>
      count === undefined ? `публикует ${event}` : `публикует события вида ${event}: ${count}`,
    enqueue: (event, count) =>
      count === undefined ? `ставит ${event} в очередь` : `ставит в очередь события вида ${event}: ${count}`,
    ack: (name) => `подтверждение для ${name}`,
    nack: (name) => `отказывается от ${name}`,
    fetch: 'fetch',
    fetchFrom: (partition) => `fetch из partition ${partition}`,
    commitOffset: (offsets) => `подтверждает offset ${offsets}`,
    seek: (partition, offset) => `seek: partition ${partition} на offset ${offset}`,
    join: 'вступает в группу',
    leave: 'выходит из группы',
    effect: (effect) => `эффект ${effect}`,
    freeze: 'замирает: ни poll, ни heartbeat',
    thaw: 'продолжает, не зная, что прошло время',
    recreateSlot: 'слот потерян и создан заново: он начинается с этого места',
    killSession: 'сервер завершает сессию',
    rebalance: (group, without) =>
      `ребалансировка группы ${group}${without === undefined ? '' : `, которую ${without} не замечает`}`,
    replay: (replica, commits) =>
      commits === undefined
        ? `${replica} воспроизводит всё, что получила`
        : `${replica} воспроизводит коммиты: ${commits}`,
    addPartitions: (topic, partitions) => `у ${topic} становится больше partitions: теперь ${partitions}`,
    deleteRecords: (partition, offset) =>
      `удаляет записи ${partition} ${offset < 0 ? 'до high watermark' : `до offset ${offset}`}`,
    broker: (change) => `брокер: ${change}`,
    crash: 'падает: память стёрта, соединения разорваны',
    restart: 'перезапуск с пустой памятью',
    advance: (duration) => `прошло ${duration}`,
    check: 'проверка',
    runIdle: 'работает, пока есть записи',
    run: 'запуск',
    runUntil: (operation) => `пауза перед ${operation}`,
    nothingToRead: 'читать нечего',
    drain: 'сбоев больше нет: всё дорабатывает, один раз перезапускается и работает, пока есть что делать',
    nobodyToDrain: 'шагов больше нет: чего не сделано до сих пор, того не сделает никто',
    arrivals: 'доходит то, что ещё было в пути',
    skipped,
    ofStep: (step, text) => `шаг ${step}: ${text}`,
    position: (partition, offset, cause, reset) =>
      `${partition}: чтение продолжится с offset ${offset} (${{ committed: 'сохранённый offset', reset: `пригодного offset нет, auto.offset.reset=${reset}`, seek: 'seek' }[cause]})`,
    clock: (iso) => `на часах ${iso}`,
  },

  news: {
    queued: (place) => `в очереди для ${place}; брокер о записи ещё не знает`,
    effect: (effect, event) => `${effect}${event === null ? '' : ` для ${event}`}: сделано, вне баз данных`,
    group: (group, state, generation, members) => `группа ${group}: ${state}, generation ${generation}, ${members}`,
    noMembers: 'участников нет',
    removed: (member, group, why) =>
      `${member} больше не в группе ${group}: ${
        {
          left: 'вышел сам',
          'session-timeout': 'нет heartbeat за session.timeout.ms',
          'rebalance-timeout': 'не вступил снова вовремя',
          'sync-timeout': 'не получил назначение вовремя',
          fenced: 'его group.instance.id занял другой участник',
        }[why]
      }`,
    membershipLost: (process, group, cause) => {
      if (cause === 'ILLEGAL_GENERATION')
        return `${process} узнаёт, что у группы ${group} новое generation: нужно вступать заново`;
      if (cause === 'max.poll.interval.ms')
        return `${process} не вызвал poll за max.poll.interval.ms; клиент сам выводит его из группы ${group}`;
      return `${process} узнаёт, что он больше не в группе ${group}: ${cause}`;
    },
    assigned: (process, partitions) =>
      partitions === '' ? `${process} не получает ни одной partition` : `${process} получает ${partitions}`,
    givenUp: (process, cause) =>
      cause === 'lost' ? `${process} потерял свои partitions` : `${process} отдаёт свои partitions`,
    logStart: (partition, from, offset, cause) =>
      `${partition}: записи с ${from} по ${offset - 1} удалены (${
        { 'retention-time': 'retention.ms', 'retention-size': 'retention.bytes', 'delete-records': 'DeleteRecords' }[
          cause
        ]
      }); лог начинается с ${offset}`,
    truncated: (partition, offset) => `${partition}: у нового лидера нет ничего, начиная с offset ${offset}`,
    expired: (group, partition, offset) =>
      `группа ${group}: сохранённый offset ${offset} в ${partition} устарел и забыт (offsets.retention.minutes)`,
    committed: (process, partition, offset) => `клиент ${process} сам подтверждает offset ${offset} в ${partition}`,
    commitRefused: (process, code, exception) => `подтверждение от ${process} отклонено: ${code} (${exception})`,
    sessionEnded: (session) => `сервер завершил сессию ${session}, клиент об этом ещё не знает`,
    brokerAway: 'брокер недоступен',
  },
  ledger: 'эффекты вне баз данных',

  reply: {
    noReply: 'ответа нет',
    crashed: 'упал',
    notSent: 'не отправлен',
    underWay: 'в пути',
    error: (code) => `ошибка ${code}`,
    acked: 'ack',
    changes: (count) => `транзакций: ${count}`,
    confirmed: (position) => `позиция ${position}`,
    offset: (offset) => `offset ${offset}`,
    nothingNew: 'новых нет',
    late: 'дошло с опозданием',
    blocked: (by) => `ждёт (${by})`,
  },
  note: {
    markerNew: 'маркер новый, ещё не закоммичен',
    markerKnown: 'строка не вернулась: маркер уже есть',
    sessionGone: 'сессии больше нет',
    clientAndServer: (server) => `клиенту ничего не известно; на сервере: ${server}`,
    died: (server) => `процесс упал; на сервере: ${server}`,
    serverHas: (operation, done) => {
      if (!done) return 'ничего';
      const has: Record<Operation, string> = {
        begin: 'транзакция открыта',
        tryInbox: 'выполнено, не закоммичено',
        saveHistory: 'выполнено, не закоммичено',
        reserve: 'выполнено, не закоммичено',
        commit: 'закоммичено',
        rollback: 'откат',
        fetch: 'ответ отправлен',
        'commit-offset': 'offset сохранён',
        produce: 'запись в логе',
        poll: 'ответил',
        mark: 'выполнено',
        saveOrder: 'выполнено, не закоммичено',
        saveOutbox: 'выполнено, не закоммичено',
        'read-changes': 'ответил',
        confirm: 'позиция',
        sql: 'выполнено',
        join: 'просьба о вступлении',
        leave: 'участника больше нет',
        effect: 'эффект',
      };
      return has[operation];
    },
    fault: (text) => `сбой: ${text}`,
    pending: 'до сервера ещё не дошло',
    resumed: (rows) => (rows === null ? 'дождалось' : `дождалось, строк: ${rows}`),
    rolledBackInstead: 'ответ был ROLLBACK: транзакция уже была прервана',
  },
  outcome: 'исход',
  checkpointPasses: (offset) => `программа всё равно переходит за неё, на offset ${offset}`,
  checkpointWaits: (partition) => `offset на месте: checkpoint ${partition} ждёт`,
  furtherUnits: (count, outcomes) => `... ещё записей: ${count} (${outcomes})`,
  furtherOperations: (count) => `... ещё операций: ${count}`,

  verdict: { holds: 'выполнен', violated: 'нарушен', 'not-exercised': 'не проверялся' },
  notClaimed: 'для этого варианта не заявлен',
  announced: 'как объявлено',
  notAnnounced: 'не объявлено',
  announcedButHolds: 'объявлено нарушение, но его нет',
  atStep: (step) => (step === 0 ? '' : ` (шаг ${step})`),
  evidence: {
    'rows-of-one-event': ({ event, table, count }) => `У ${event} строк в ${table}: ${count}.`,
    'marker-without-row': ({ event, table, others }) =>
      `У ${event} есть маркер в ${table}, а строки${within(others)} нет.`,
    'row-without-marker': ({ event, table, others }) =>
      `У ${event} есть строка в ${table}, а маркера${within(others)} нет.`,
    'lost-behind-offset': ({ event, record, group, committed }) =>
      `${event} нигде не применено, а группа ${group} читает дальше с offset ${committed}, мимо ${record}.`,
    'lost-behind-reset': ({ event, record, group, committed, reset }) =>
      `${event} нигде не применено, и группа ${group} не прочитает ${record}: ${committed === '-' ? 'ничего не подтверждено' : `сохранённый offset ${committed} вне лога`}, а auto.offset.reset=${reset} пропускает её.`,
    'lost-without-position': ({ event, record, group, committed }) =>
      `${event} нигде не применено, и группа ${group} не может прочитать ${record}: ${committed === '-' ? 'ничего не подтверждено' : `сохранённый offset ${committed} вне лога`}, а auto.offset.reset=none не даёт выбрать.`,
    'lost-with-record': ({ event, record, group }) =>
      `${event} нигде не применено, а его запись ${record} исчезла из лога раньше, чем группа ${group} её обработала.`,
    'lost-before-publish': ({ event, table }) =>
      `${event} больше не ждёт в ${table} (отмечено или удалено), но ни одна запись его не несёт.`,
    'never-published': ({ event, table }) => `У ${event} есть строка в ${table}, но ни одна запись его не несёт.`,
    'event-without-fact': ({ event, record, table }) =>
      `${record} сообщает о ${event}, а закоммиченной строки о нём в ${table} никогда не было.`,
    'effect-again': ({ effect, event, actor, first }) =>
      `${effect} для ${event} сделано ещё раз: ${actor}, после ${first}.`,
    'later-before-earlier': ({ event, later, key, where }) =>
      `${event} приходит в ${where} после ${later}, хотя возникло раньше; у обоих ключ ${key}.`,
    'own-write-unseen': ({ client, item, wrote, saw }) =>
      `клиент ${client} записал ${item}${shownAs(wrote)}, а потом ${seenAs(saw)}.`,
    'read-went-back': ({ client, item, before, saw }) =>
      `клиент ${client} прочитал ${item}${shownAs(before)}, а потом ${seenAs(saw)}.`,
    'query-found-rows': ({ ru: message, row }) => `${message} (${row})`,
    'offset-over-unresolved': ({ process, group, offset, record }) =>
      `${process} подтвердил offset ${offset} группы ${group}, хотя запись ${record} ещё не разрешена.`,
    'claim-without-row': ({ process, outcome, event, table }) =>
      `${process} вернул исход ${outcome} для ${event}, а закоммиченной строки в ${table} не было.`,
    'record-unresolved': ({ record, event, group, error }) =>
      `Группа ${group} не может пройти ${record} ${event === '-' ? '' : `(${event})`}: ${error === '-' ? 'запись остаётся неразрешённой' : `каждая доставка кончается ошибкой ${error}`}.`,
    'no-position': ({ group, partition }) =>
      `У группы ${group} нет в ${partition} offset, с которого можно читать дальше, а auto.offset.reset=none не даёт выбрать.`,
    'offset-behind': ({ group, partition, position, end }) =>
      `Все записи ${partition} разрешены, но группа ${group} стоит на ${position} из ${end}.`,
    'row-pending': ({ event, table }) => `${event} всё ещё ждёт в ${table}.`,
    unfinished: ({ actor }) => `У ${actor} открыта транзакция, или он ждёт ответа.`,
    'contract-unexpected-call': ({ process, call }) =>
      `${process} вызвал ${call} там, где контракт этого не допускает.`,
    'contract-rollback-after-commit': ({ process }) => `${process} сделал rollback после успешного commit.`,
    'contract-no-clean-up': ({ process, record }) =>
      `${process} закончил с ${record}, не вызвав ровно один rollback как cleanup.`,
    'contract-wrong-outcome': ({ process, record, outcome }) =>
      `${process} вернул исход ${outcome} для ${record}, но ответы этого не подтверждают.`,
    'contract-other-error': ({ process, record }) => `${process} отдал по ${record} не ту ошибку, которую получил.`,
  },

  run: {
    'as-announced': 'Как объявлено: произошло то, что обещает сценарий.',
    'not-as-announced': 'Не так, как объявлено: произошло не то, что обещает сценарий.',
    inconclusive: 'Вывод сделать нельзя: то, что должно было произойти, не произошло.',
  },
  unmetRows: (line, subject) => `строка ${line}: ${subject} (- ожидалось, + получено):`,
  line: (line, what) => `строка ${line}: ${what}`,
  subjects,
  unexpectedError: (found) => `ошибки не ожидалось, получено ${found}`,
  unmet: (subject, expected, found) => `${subject}: ожидалось ${expected}, получено ${found}`,
  unfired: (line, step, operation, kind, occurrence) =>
    `строка ${line}: сбой ${kind} шага ${step} не сработал: операции ${operation} номер ${occurrence} не было`,
  skippedStep: (line, step, why) =>
    why === 'transaction-open'
      ? `строка ${line}: шаг ${step}: свои инварианты сценария не проверены, потому что была открыта транзакция`
      : why === 'item-in-transaction' || why === 'no-column'
        ? `строка ${line}: то, что пишет или читает шаг ${step}, проверить не удалось`
        : `строка ${line}: шаг ${step} ${why === 'endless' ? 'остановлен: он не кончился бы никогда' : 'не выполнен'}`,
  nothingJudged: 'ничего не проверено: в сценарии нет ни инвариантов, ни ожиданий',
  stoppedStep: (line, step, why) =>
    line === '-' ? `остановлено после шагов: ${why}` : `строка ${line}: шаг ${step} остановлен: ${why}`,
  notNamed: (variant) =>
    `Для варианта ${variant} сценарий ничего не объявляет; проверено то, что он говорит о своём варианте.`,
  atEnd: end,
  suite,
  comparison,
  again: 'Повторить:',
  failure,
  script: {
    databases: 'базы данных',
    builtIn: (schema) => `встроенная схема ${schema}`,
    ownSql: 'SQL сценария',
    replicaOf: (primary) => `реплика базы ${primary}`,
    row: 'строка',
    topics: 'топики',
    partitions: (count) => `partitions: ${count}`,
    broker: 'брокер',
    events: 'события',
    tombstone: 'без значения (tombstone)',
    groups: 'группы',
    processes: 'процессы',
    knobs: 'настройки программ (ключи процесса; * — по умолчанию)',
    actors: 'акторы',
    subscribes: 'subscribe',
    ownInvariants: 'свои инварианты',
    steps: 'шаги',
    committed: 'подтверждено',
    expect: 'ожидается',
    invariants: 'инварианты',
    violated: 'должен быть нарушен',
    end: 'в конце',
  },
};

/** What an item was, in brackets behind its name; nothing where it was only there. */
function shownAs(text: string | undefined): string {
  if (text === '-') return ' (больше нет)';
  return text === '+' ? '' : ` (${text})`;
}

function seenAs(text: string | undefined): string {
  if (text === '-') return 'не находит его';
  return text === '+' ? 'видит, что он есть' : `видит ${text}`;
}

/** Where, as far as there is such a table. */
function within(tables: string | undefined): string {
  return tables ? ` в ${tables}` : '';
}
