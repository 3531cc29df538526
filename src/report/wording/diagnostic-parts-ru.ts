import type { Expected } from '../../model/expected.js';
import type { DiagnosticParts } from './diagnostics.js';

const plain: DiagnosticParts['plain'] = {
  text: 'текст',
  list: 'список',
  mapping: 'набор пар «ключ: значение»',
  nothing: 'пустое значение',
  boolean: 'true или false',
  duration: 'длительность, например 500ms, 2s, 10m, 3h или 8d',
  instant: 'момент времени, например 2026-10-03T09:00:00Z',
  'value-or-null': 'значение или null',
  template: `значение или выражение, например ${'${name.first.column}'}`,
  'template-or-null': `значение, выражение (например, ${'${name.first.column}'}) или null`,
  payload: 'набор пар «ключ: значение», текст или null',
  setting: 'число, длительность, true, false или слово',
  'setting-name': 'имя настройки, как в Kafka',
  name: 'имя до 100 знаков из букв, цифр, ".", "_" и "-"',
  'actor-name': 'имя до 100 знаков из букв, цифр, "_" и "-"',
  'database-name': 'имя до 51 знака из строчных латинских букв, цифр и "_"',
  'invariant-name': 'имя до 64 знаков из строчных латинских букв, цифр и "-"',
  'scenario-id': 'id до 64 знаков из строчных латинских букв, цифр и "-"',
  'topic-name': 'имя топика: до 249 латинских букв, цифр, ".", "_" и "-", но не просто "." или ".."',
  'partition-number': 'номер partition — целое число от 0',
  offset: 'offset — целое число от 0',
  'any-offset': 'offset — целое число',
  'offset-or-end': 'offset (целое число от 0) или "end"',
  'number-or-none': 'число или "-", если ничего не подтверждено',
  'numbers-of-partitions': '{группа: {топик: {partition: число}}}, например {g: {t: {0: 1}}}',
  'records-of-partitions': '{топик: {partition: [событие, ...]}}, например {t: {0: [e1]}}',
  'partitions-of-members': '{группа: {участник: [partition, ...]}}, например {g: {C1: [0]}}',
  'partition-beside-offset':
    'ещё и partition, например {partition: 0, offset: 1}: одного offset хватает, только если у актора одна partition и нет "subscribe"',
  'reset-policy': 'earliest, latest, none или by_duration: с длительностью ISO 8601, например by_duration:PT1H',
  'database-table': 'база.таблица',
  violates: 'список инвариантов или по такому списку для каждого варианта',
  'local-text': 'текст или пара текстов en и ru',
  fault: 'сбой',
  'faults-by-operation': 'сбои по операциям, например {commit: lost-reply}',
  'one-kind-of-fault': 'ровно один из ключей kind, error, delay и late-reply',
  'noticed-beside-lost': '"noticed" только рядом с lost-request или lost-reply: лишь они незаметно рвут соединение',
  step: 'шаг, например "run: history" (с двоеточием)',
  'sql-statement': 'SQL-запрос, а не пустой текст',
  'invariant-query': 'запрос, который начинается с SELECT, WITH, VALUES или TABLE: инвариант только смотрит',
  'event-or-topic': 'ровно один из ключей "event" и "topic"',
  'offset-or-offsets': 'ровно один из ключей "offset" и "offsets"',
  'one-broker-change': 'ровно одно изменение брокера, например {fail-over: a-topic}',
  'partition-with-offset': '"partition" только рядом с "offset": в "offsets" partitions уже названы',
  'occurrence-of-operation': '"occurrence" только рядом с операцией: idle наступает один раз',
  'pending-in-source': '"pending" только в "source": остальные таблицы публикации не ждут',
  'group-not-in-source': '"group" только в "marker" или "effect": в "source" ни одна группа не пишет',
  'only-lag-beside-replica': 'рядом с "replica-of" только "lag": схема и строки у реплики те же, что у основной базы',
  'lag-of-replica': '"lag" только рядом с "replica-of"',
  'other-primary': 'имя другой базы: репликой самой себя база не бывает',
  'no-cascade': 'база, которая сама не реплика: каскадная репликация не моделируется',
  'some-lag': 'отставание больше 0, например 500ms, или manual',
  lsn: 'позиция, как её пишет PostgreSQL, например 0/2',
  'lsn-of-replica': 'реплика или база, у которой есть реплика: у других здесь нет позиции',
  'partitions-without-subscribe': 'без "partitions" рядом с "subscribe": partitions раздаёт группа',
};

function expected(it: Expected): string {
  if (typeof it === 'string') return plain[it];
  switch (it.is) {
    case 'whole':
      return `целое число от ${it.least} до ${it.most}`;
    case 'whole-or-duration':
      return `длительность, например 500ms или 7d, в миллисекундах — целое число от ${it.least} до ${it.most}`;
    case 'words':
      return `одно из слов ${it.words.join(', ')}`;
    case 'mapping-with':
      return `набор ключей из ${it.keys.join(', ')}`;
    case 'either':
      return it.of.map(expected).join(', или ');
    case 'one-or-more':
      return `${expected(it.of)}, или список таких значений`;
    case 'with-detail':
      return `{${it.kind}: ...} с уточнением`;
    case 'one-for-occurrence':
      return `один сбой на каждую операцию по счёту, а для номера ${it.occurrence} их два`;
    case 'arrival':
      return `длительность, например 5s, "later" или метка более позднего шага${it.labels.length > 0 ? ` (здесь ${it.labels.join(', ')})` : ''}`;
    case 'more-than':
      return `больше partitions, чем есть (${it.count}): Kafka не убирает partitions`;
    case 'at-most-databases':
      return `баз не больше ${it.count}`;
    case 'at-most-steps':
      return `не больше ${it.count} шагов во всех ветках вместе`;
    case 'at-most-days':
      return `во всех шагах вместе не больше ${it.count} дней`;
    case 'own-database':
      return `своя база: варианту ${it.variant} нужна не та схема, что варианту ${it.other} процесса ${it.otherProcess}`;
    case 'actor-action':
      return `SQL-запрос или операция актора ${it.actor}, например {produce: an-event}`;
    case 'one-operation':
      return `ровно одна операция актора ${it.actor}, с уточнениями внутри неё, например {produce: {event: an-event, count: 3}}`;
    case 'service':
      return `сервис, который принимает запросы, а ${it.process} их не принимает; уберите "request"`;
    case 'process-action':
      return `операция процесса ${it.process}, например {seek: {partition: 0, offset: 0}}; чтобы он поработал, напишите "run: ${it.process}"`;
  }
}

export const parts: DiagnosticParts = {
  plain,
  expected,
  found: (found) => {
    if (typeof found !== 'string') return `«${found.text}»`;
    const kinds = {
      mapping: 'набор пар «ключ: значение»',
      list: 'список',
      alias: 'alias (в сценариях нет якорей и alias; напишите значение целиком)',
      nothing: 'пустое значение',
      other: 'что-то другое',
    };
    return kinds[found];
  },
  named: {
    topic: 'топика',
    database: 'базы',
    replica: 'реплики',
    event: 'события',
    group: 'группы',
    process: 'процесса',
    'process-or-actor': 'процесса или актора',
    program: 'программы',
    variant: 'варианта',
    schema: 'схемы',
    table: 'таблицы',
    session: 'сессии',
    invariant: 'инварианта',
    'listed-invariant': 'инварианта в списке "invariants"',
    label: 'метки',
    partition: 'partition',
    'partition-of-topic': 'partition',
    'assigned-partition': 'назначенной partition',
    member: 'участника группы',
    operation: 'операции',
    fault: 'сбоя',
    outcome: 'исхода',
    'knob-value': 'значения',
    'end-of-run': 'места остановки',
    'broker-change': 'изменения брокера',
    'broker-error': 'ошибки брокера',
    'client-view': 'состояния клиента',
    'server-view': 'состояния сервера',
    slot: 'слота репликации у',
    setting: 'настройки',
  },
  yaml: {
    'key-does-not-fit':
      'ключ начинается там, где его быть не может; проверьте отступ и возьмите в кавычки текст, в котором есть ": "',
    'key-over-lines': 'ключ должен стоять на одной строке; проверьте отступ и двоеточие после ключа',
    'no-colon': 'после ключа в начале этой строки нет двоеточия; напишите "ключ: значение"',
    'colon-in-text':
      'двоеточие с пробелом превращает текст перед ним в ключ; возьмите весь текст в кавычки или напишите его ниже, после "|"',
    'key-without-value': 'ключу нужны двоеточие и значение; если это продолжение текста выше, проверьте отступ',
    'key-of-parts': 'ключ — это текст, а не список и не набор пар; напишите его без скобок или возьмите в кавычки',
    'item-without-dash':
      'каждый элемент списка начинается с "- "; сделайте отступ, как у ключей элемента выше, или поставьте дефис',
    'same-key-twice': 'этот ключ встречается дважды; оставьте один или дайте каждому своё имя',
    indentation: 'отступ не подходит к строкам выше; ставьте для одного уровня одно и то же число пробелов',
    tab: 'для отступа нельзя использовать табуляцию; поставьте пробелы',
    'unclosed-quote': 'эта кавычка открыта и не закрыта; закройте её',
    'unclosed-bracket': 'выше открыта и не закрыта скобка; закройте её или поищите пропущенную запятую',
    'text-start': 'текст не может начинаться с этого знака; возьмите его в кавычки',
    alias: 'в сценариях нет якорей и alias; возьмите в кавычки текст, который начинается с "*" или "&"',
    'merge-key': 'в сценариях нет merge keys; выпишите поля или возьмите "<<" в кавычки, если это имя',
    nul: 'в тексте не может быть символа U+0000, в PostgreSQL его нет; уберите его',
    surrogate: 'половина суррогатной пары не символ; напишите его целиком',
    tag: 'в сценариях нет тегов; возьмите в кавычки текст, который начинается с "!"',
    'several-documents': 'здесь несколько документов (строки ---); сценарий — это один файл с одним документом',
    'out-of-place': 'этому здесь не место; проверьте скобки, кавычки и отступы перед ним',
  },
  impossible: {
    'broker-error': (detail) =>
      `брокер отвечает на неё, ничего не сделав, только так: ${detail}; если эффект мог остаться, используйте lost-reply`,
    sqlstate: (detail) =>
      `«${detail}» не SQLSTATE ошибки (пять цифр или заглавных латинских букв, не класс 00, 01 или 02)`,
    'rollback-error': (detail) =>
      `ROLLBACK не проходит только вместе с сессией, а не с ${detail}; используйте 57P01, lost-request или lost-reply`,
    'effect-error': (detail) => `«${detail}» не имя ошибки; напишите до 60 латинских букв, цифр и "_"`,
    'fetch-delay': () =>
      'fetch, на который ещё не ответили, — это пустой poll; уберите шаг или используйте lost-request',
    'member-delay': () =>
      'до этого ответа участник группы ничего другого не делает; поставьте шаг туда, где ответ должен прийти',
    noticed: () => '"noticed" касается сессии PostgreSQL, а здесь открытых сессий нет; уберите этот ключ',
  },
  notSimulated: {
    'batch-of-one': 'здесь каждая запись — отдельный batch',
    'classic-protocol': 'группы здесь работают по классическому протоколу, не по KIP-848',
    compaction: 'симулируемый лог удаляет только по времени и размеру, без compaction',
    'default-only': 'здесь действует значение Kafka по умолчанию',
    fetching: 'fetch берёт всё, что есть, какого бы размера оно ни было',
    network: 'у запросов здесь нет своей сети; какой из них потерян или опоздал, говорит сбой',
    'no-client-code': 'чужого кода в клиентах здесь нет',
    'no-deletion': 'топики здесь не удаляются',
    'no-files': 'файлов лога здесь никто не видит',
    'no-influence': 'от неё здесь ничего не зависит',
    'no-size-limit': 'место здесь не кончается',
    'of-topic': 'напишите это в "config" топика, под тем именем, которое есть у топиков',
    'one-cluster': 'кластер здесь один, и брокер в нём один',
    'one-follower': 'у partition здесь не больше одного фолловера, и до сбоя он не отстаёт',
    'one-topic': 'группа читает здесь один топик, по его имени',
    'range-only': 'симулируется только range assignor',
    repeatable: 'запуск должен повторяться в точности',
    'round-robin': 'напишите вместо этого "partitioner.class: round-robin"',
    'said-by-group': 'напишите это у группы: {reset: earliest}',
    'said-by-scenario': 'это говорит сам сценарий: назовите группу процесса или актора, перечислите топики',
    'share-groups': 'share groups (KIP-932) не симулируются',
    transactions: 'транзакции Kafka не симулируются',
    uncompressed: 'записи здесь хранятся без сжатия',
  },
  conflict: {
    heartbeat: 'heartbeat.interval.ms должен быть меньше session.timeout.ms',
    'session-timeout':
      'session.timeout.ms участника группы должен лежать между group.min.session.timeout.ms (6s) и group.max.session.timeout.ms (30min) брокера',
    'idempotence-acks': 'идемпотентному продюсеру нужно "acks: all"',
    'idempotence-retries': 'идемпотентному продюсеру нужно retries больше 0',
    'idempotence-in-flight':
      'у идемпотентного продюсера не больше 5 запросов в пути (max.in.flight.requests.per.connection)',
  },
  fileProblem: {
    outside: 'он лежит вне папки сценария; положите его рядом со сценарием',
    missing: 'рядом со сценарием такого файла нет; проверьте имя',
    unreadable: 'он не читается; проверьте, что это файл, и права на него',
    'too-large': 'он больше 2 MiB; уберите то, что сценарию не нужно',
    'not-text': 'это не текст в UTF-8; сохраните его в UTF-8',
    'not-available': 'файлов здесь нет; напишите SQL прямо в сценарии',
  },
};
