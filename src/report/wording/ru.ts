import type { Operation } from '../../model/names.js';
import type { Wording } from './wording.js';

export const ru: Wording = {
  variant: 'вариант',
  ofProcesses: (names) => ` (${names})`,
  wrongOnPurpose: 'намеренно неверный',
  branch: (name, number, of) => `ветка ${number} из ${of}: ${name}`,
  end: 'итог',
  noRows: 'строк нет',
  nothingCommitted: 'в логе пусто и ничего не подтверждено',
  furtherPartitions: (count) => `... ещё partitions: ${count}`,
  rowsAbove: (count) => `... выше ещё ${count}`,
  uncommitted: (session) => `не закоммичено, видно только сессии ${session}:`,

  step: {
    produce: (event, count) =>
      count === undefined ? `публикует ${event}` : `публикует события вида ${event}: ${count}`,
    seek: (partition, offset) => `seek: partition ${partition} на offset ${offset}`,
    crash: 'падает: память стёрта, соединения разорваны',
    restart: 'перезапуск с пустой памятью',
    advance: (duration) => `прошло ${duration}`,
    check: 'проверка',
    runIdle: 'работает, пока есть записи',
    run: 'запуск',
    nothingToRead: 'читать нечего',
    drain: 'сбоев больше нет: всё дорабатывает, один раз перезапускается и работает, пока есть что делать',
    arrivals: 'доходит то, что ещё было в пути',
    skipped: {
      dead: (subject) => `шаг не выполнен: ${subject} не запущен, сначала нужен restart`,
      waiting: (subject) => `шаг не выполнен: ${subject} ждёт ответа`,
      endless: (subject) => `остановлено: ${subject} находит работу снова и снова, это не кончится`,
    },
    position: (partition, offset, cause, reset) =>
      `${partition}: чтение продолжится с offset ${offset} (${{ committed: 'сохранённый offset', reset: `пригодного сохранённого offset нет, auto.offset.reset=${reset}`, seek: 'seek' }[cause]})`,
    clock: (iso) => `на часах ${iso}`,
  },

  reply: {
    noReply: 'ответа нет',
    crashed: 'упал',
    notSent: 'не отправлен',
    underWay: 'в пути',
    error: (code) => `ошибка ${code}`,
    acked: 'ack',
    offset: (offset) => `offset ${offset}`,
    nothingNew: 'новых нет',
    late: 'дошло с опозданием',
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
        commit: 'закоммичено',
        rollback: 'откат',
        fetch: 'ответ отправлен',
        'commit-offset': 'offset сохранён',
        produce: 'запись в логе',
      };
      return has[operation];
    },
    fault: (text) => `сбой: ${text}`,
    pending: 'до сервера ещё не дошло',
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
    'marker-without-row': ({ event, table }) => `У ${event} есть маркер в ${table}, а строки истории нет.`,
    'row-without-marker': ({ event, table }) => `У ${event} есть строка в ${table}, а маркера нет.`,
    'lost-behind-offset': ({ event, record, group, committed, reset }) =>
      committed === '-'
        ? `${event} нигде не применено, и группа ${group} не прочитает ${record}: ничего не подтверждено, а auto.offset.reset=${reset} пропускает её.`
        : `${event} нигде не применено, а группа ${group} читает дальше с offset ${committed}, мимо ${record}.`,
    'lost-without-position': ({ event, record, group, committed }) =>
      `${event} нигде не применено, и группа ${group} не может прочитать ${record}: ${committed === '-' ? 'ничего не подтверждено' : `сохранённый offset ${committed} вне лога`}, а auto.offset.reset=none не даёт выбрать.`,
    'lost-with-record': ({ event, record, group }) =>
      `${event} нигде не применено, а его запись ${record} исчезла из лога раньше, чем группа ${group} её обработала.`,
    'lost-before-publish': ({ event, table }) =>
      `${event} больше не ждёт в ${table} (отмечено или удалено), но ни одна запись его не несёт.`,
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
  unmet: (line, subject, expected, found) => `строка ${line}: ${subject}: ожидалось ${expected}, получено ${found}`,
  unfired: (line, step, operation, kind, occurrence) =>
    `строка ${line}: сбой ${kind} шага ${step} не сработал: операции ${operation} номер ${occurrence} не было`,
  skippedStep: (line, step, why) =>
    `строка ${line}: шаг ${step} ${why === 'endless' ? 'остановлен: он не кончился бы никогда' : 'не выполнен'}`,
  nothingJudged: 'ничего не проверено: в сценарии нет ни инвариантов, ни ожиданий',
  notNamed: (variant) =>
    `Для варианта ${variant} сценарий ничего не объявляет; проверено то, что он говорит о своём варианте.`,
  again: 'Повторить:',
  script: { committed: 'подтверждено', invariants: 'инварианты', violated: 'должен быть нарушен' },
};
