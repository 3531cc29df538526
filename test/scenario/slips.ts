/** Slips of authors in steps: what stands behind the dash, and what is said of it in English and in Russian. */
export const slips: readonly (readonly [step: string, english: string, russian: string])[] = [
  [
    'W11: SELECT 1',
    '16:5 error unknown-key: "W11" is neither an actor nor a word that begins a step; did you mean W1, C1 or M1?',
    '16:5 ошибка unknown-key: «W11» — не актор и не слово, с которого начинается шаг; возможно, имелось в виду W1, C1 или M1?',
  ],
  [
    'W1.read: SELECT 1',
    '16:5 error unknown-name: there is no session "W1.read"; known here: W1',
    '16:5 ошибка unknown-name: нет сессии «W1.read»; здесь известны: W1',
  ],
  [
    'U: SELECT 1',
    '16:5 error unknown-name: there is no session "U"; known here: U.write, U.read',
    '16:5 ошибка unknown-name: нет сессии «U»; здесь известны: U.write, U.read',
  ],
  [
    'C1: SELECT 1',
    '16:5 error actor-lacks: C1 has no database for SQL; write {C1: {database: ...}} in "actors"',
    '16:5 ошибка actor-lacks: у C1 нет базы для SQL; напишите в "actors" {C1: {database: ...}}',
  ],
  [
    'ruun: p',
    '16:5 error unknown-key: "ruun" is neither an actor nor a word that begins a step; did you mean run?',
    '16:5 ошибка unknown-key: «ruun» — не актор и не слово, с которого начинается шаг; возможно, имелось в виду run?',
  ],
  [
    'p: SELECT 1',
    '16:5 error process-acts: p is a process and does what its program says; write "run: p", or let an actor do SQL',
    '16:5 ошибка process-acts: p — процесс, он делает то, что велит программа; напишите "run: p" или поручите SQL актору',
  ],
  [
    'W1: {prodce: e1}',
    '16:10 error unknown-name: there is no operation "prodce"; did you mean produce?',
    '16:10 ошибка unknown-name: нет операции «prodce»; возможно, имелось в виду produce?',
  ],
  [
    'W1: {produce: e1, count: 3}',
    '16:23 error wrong-value: expected exactly one operation of W1, with its details inside, such as {produce: {event: an-event, count: 3}}',
    '16:23 ошибка wrong-value: здесь нужно: ровно одна операция актора W1, с уточнениями внутри неё, например {produce: {event: an-event, count: 3}}',
  ],
  [
    'W1: produce',
    '16:9 error wrong-value: expected an SQL statement or an operation of W1, such as {produce: an-event}; found "produce"',
    '16:9 ошибка wrong-value: здесь нужно: SQL-запрос или операция актора W1, например {produce: an-event}; найдено: «produce»',
  ],
  [
    'W1: fetch',
    '16:5 error actor-lacks: W1 reads for no group and cannot fetch; write {W1: {group: ...}} in "actors"',
    '16:5 ошибка actor-lacks: W1 не читает ни для какой группы, поэтому fetch невозможно; напишите в "actors" {W1: {group: ...}}',
  ],
  [
    'C1: join',
    '16:5 error actor-lacks: C1 is no member that could join: it reads partitions of its own choice; write "subscribe: true" beside its group',
    '16:5 ошибка actor-lacks: C1 сам выбирает partitions и не может быть участником группы, поэтому join невозможно; напишите рядом с его группой "subscribe: true"',
  ],
  [
    'M1: {seek: {partition: 0, offset: -1}}',
    '16:39 error wrong-value: expected an offset: a whole number from 0; found "-1"',
    '16:39 ошибка wrong-value: здесь нужно: offset — целое число от 0; найдено: «-1»',
  ],
  [
    'C1: {commit-offset: {partition: 0, offset: 1.5}}',
    '16:48 error wrong-value: expected an offset: a whole number; found "1.5"',
    '16:48 ошибка wrong-value: здесь нужно: offset — целое число; найдено: «1.5»',
  ],
  [
    'C1: {commit-offset: {partition: 2, offset: 1}}',
    '16:37 error unknown-name: there is no partition "2" of t; known here: 0, 1',
    '16:37 ошибка unknown-name: нет partition «2» у t; здесь известны: 0, 1',
  ],
  [
    'C1: {commit-offset: 1}',
    '16:25 error wrong-value: expected the partition too, such as {partition: 0, offset: 1}: an offset alone is enough only for an actor with one partition and without "subscribe"',
    '16:25 ошибка wrong-value: здесь нужно: ещё и partition, например {partition: 0, offset: 1}: одного offset хватает, только если у актора одна partition и нет "subscribe"',
  ],
  [
    'C1: {ack: mail}',
    '16:15 error not-remembered: C1 remembers nothing called "mail" at this step; keep it with "as: mail" in an earlier step of C1',
    '16:15 ошибка not-remembered: C1 на этом шаге не помнит ничего с именем «mail»; запомните это через "as: mail" в более раннем шаге C1',
  ],
  [
    'W1: {produce: {key: k, value: {event_id: e2}}}',
    '16:9 error missing-key: "event" or "topic" is missing here; add it',
    '16:9 ошибка missing-key: здесь не хватает ключа «event» или «topic»; добавьте его',
  ],
  [
    'W1: {produce: {topic: tt, value: x}}',
    '16:27 error unknown-name: there is no topic "tt"; did you mean t?',
    '16:27 ошибка unknown-name: нет топика «tt»; возможно, имелось в виду t?',
  ],
  [
    'W1: SELECT 1\n    expct: {rows: [[1]]}',
    '17:5 error unknown-key: "expct" is not known here; did you mean expect?',
    '17:5 ошибка unknown-key: ключ «expct» здесь неизвестен; возможно, имелось в виду expect?',
  ],
  [
    'W1: SELECT 1\n    expect: {row: [[1]]}',
    '17:14 error unknown-key: "row" is not known here; did you mean rows or log?',
    '17:14 ошибка unknown-key: ключ «row» здесь неизвестен; возможно, имелось в виду rows или log?',
  ],
  [
    'W1: SELECT ${found.first.id}',
    '16:9 error not-remembered: W1 remembers nothing called "found" at this step; keep it with "as: found" in an earlier step of W1',
    '16:9 ошибка not-remembered: W1 на этом шаге не помнит ничего с именем «found»; запомните это через "as: found" в более раннем шаге W1',
  ],
  [
    'W1: SELECT id FROM orders\n    as: found\n  - W1: SELECT ${fuond.first.id}',
    '18:9 error not-remembered: W1 remembers nothing called "fuond" at this step; did you mean found?',
    '18:9 ошибка not-remembered: W1 на этом шаге не помнит ничего с именем «fuond»; возможно, имелось в виду found?',
  ],
  [
    'W1: SELECT id FROM orders\n    as: found\n  - U.read: SELECT ${found.first.id}',
    '18:13 error not-remembered: U remembers nothing called "found" at this step; keep it with "as: found" in an earlier step of U',
    '18:13 ошибка not-remembered: U на этом шаге не помнит ничего с именем «found»; запомните это через "as: found" в более раннем шаге U',
  ],
  [
    'W1: DELETE FROM orders\n    each: orders',
    '17:11 error not-remembered: W1 remembers nothing called "orders" at this step; keep it with "as: orders" in an earlier step of W1',
    '17:11 ошибка not-remembered: W1 на этом шаге не помнит ничего с именем «orders»; запомните это через "as: orders" в более раннем шаге W1',
  ],
  [
    "W1: SELECT '${each.id}'",
    "16:16 error quoted-expression: '${each.id}' is plain text because of its quotes; leave the quotes out, the value becomes a parameter",
    "16:16 ошибка quoted-expression: '${each.id}' в кавычках — просто текст; уберите кавычки, значение станет параметром запроса",
  ],
  [
    'W1: SELECT ${found first}',
    '16:16 error wrong-expression: "${found first}" is no expression; write ${name} or ${name.first.column}, and $${ for the characters themselves',
    '16:16 ошибка wrong-expression: «${found first}» — не выражение; напишите ${name} или ${name.first.column}, а сами эти знаки — $${',
  ],
  [
    'W1: SELECT 7 AS n\n    as: r\n  - W1: SELECT $1, ${r}, $2\n    params: [a]',
    '18:26 error missing-parameter: nothing is given for $2: "params" has 1 value; add the value there, or write ${name} in the place of $2',
    '18:26 ошибка missing-parameter: для $2 нет значения (значений в "params": 1); добавьте его туда или напишите вместо $2 выражение ${name}',
  ],
  [
    'W1: SELECT $1',
    '16:16 error missing-parameter: nothing is given for $1: the step has no "params"; add the value there, or write ${name} in the place of $1',
    '16:16 ошибка missing-parameter: для $1 нет значения (у шага нет "params"); добавьте его туда или напишите вместо $1 выражение ${name}',
  ],
  [
    'W1: BEGIN; COMMIT',
    '16:16 error several-statements: a second statement begins here; a step has one, so make a step of each',
    '16:16 ошибка several-statements: здесь начинается второй запрос, а в шаге он один; сделайте из каждого отдельный шаг',
  ],
  [
    'W1: ""',
    '16:9 error wrong-value: expected an SQL statement, not an empty text',
    '16:9 ошибка wrong-value: здесь нужно: SQL-запрос, а не пустой текст',
  ],
  [
    'W1:',
    '16:8 error wrong-type: expected an SQL statement or an operation of W1, such as {produce: an-event}; found nothing',
    '16:8 ошибка wrong-type: здесь нужно: SQL-запрос или операция актора W1, например {produce: an-event}; найдено: пустое значение',
  ],
  [
    'W1: COPY orders FROM STDIN',
    '16:9 error refused-statement: COPY is refused in a step: it wants data that nobody sends, or a file of the machine; insert the rows, or give them to the database with "rows"',
    '16:9 ошибка refused-statement: команда COPY в шаге не принимается: она ждёт данные, которые никто не пришлёт, или файл на этой машине; вставьте строки через INSERT или задайте их в "rows" базы',
  ],
  [
    'W1: LISTEN orders',
    '16:9 error refused-statement: LISTEN is refused in a step: nothing listens here; let the reader poll with a SELECT, or send a record',
    '16:9 ошибка refused-statement: команда LISTEN в шаге не принимается: уведомления здесь никто не слушает; пусть читатель опрашивает базу через SELECT',
  ],
  [
    'W1: SET statement_timeout = 100',
    '16:9 error refused-statement: SET statement_timeout is refused in a step: it outlives the transaction, and one backend serves all sessions; use SET LOCAL within the transaction',
    '16:9 ошибка refused-statement: команда SET statement_timeout в шаге не принимается: такая настройка переживает транзакцию, а backend здесь один на все сессии; используйте SET LOCAL внутри транзакции',
  ],
  [
    'W1: CREATE INDEX ON orders (status)',
    '16:9 error refused-statement: CREATE INDEX is refused in a step: the tables of a database stand before the first step; write it in the "schema" of the database',
    '16:9 ошибка refused-statement: команда CREATE INDEX в шаге не принимается: таблицы базы существуют до первого шага; опишите это в "schema" базы',
  ],
  [
    'W1: SELECT pg_sleep(1)',
    '16:16 error refused-statement: pg_sleep is refused in a step: the clock of a scenario is virtual; make a step "advance: 5s"',
    '16:16 ошибка refused-statement: команда pg_sleep в шаге не принимается: часы сценария виртуальные; сделайте шаг "advance: 5s"',
  ],
  [
    "W1: PREPARE TRANSACTION 'x'",
    '16:9 error refused-statement: PREPARE TRANSACTION is refused in a step: prepared transactions are what the simulator parks open ones with; write the two transactions out: two commits that can fail one without the other',
    '16:9 ошибка refused-statement: команда PREPARE TRANSACTION в шаге не принимается: подготовленными транзакциями симулятор сам хранит открытые транзакции; напишите две обычные транзакции: один commit может пройти без другого',
  ],
  [
    'C1: fetch\n    fault: {delay: 5s}',
    '17:12 error impossible-fault: fetch cannot meet the fault delay: a fetch that has no answer yet is an empty poll; leave the step out, or use lost-request',
    '17:12 ошибка impossible-fault: с операцией fetch сбой delay невозможен: fetch, на который ещё не ответили, — это пустой poll; уберите шаг или используйте lost-request',
  ],
  [
    'M1: join\n    fault: {delay: 5s}',
    '17:12 error impossible-fault: join cannot meet the fault delay: a member waits for this answer before it does anything else; put the step where the answer is to come',
    '17:12 ошибка impossible-fault: с операцией join сбой delay невозможен: до этого ответа участник группы ничего другого не делает; поставьте шаг туда, где ответ должен прийти',
  ],
  [
    'C1: {commit-offset: {partition: 0, offset: 1}}\n    fault: {error: 40001}',
    '17:12 error impossible-fault: commit-offset cannot meet the fault error: a broker answers it without having done it only with COORDINATOR_LOAD_IN_PROGRESS, COORDINATOR_NOT_AVAILABLE, GROUP_AUTHORIZATION_FAILED, NOT_COORDINATOR, OFFSET_METADATA_TOO_LARGE, TOPIC_AUTHORIZATION_FAILED, UNKNOWN_MEMBER_ID, UNKNOWN_SERVER_ERROR; where the effect may be there, use lost-reply',
    '17:12 ошибка impossible-fault: с операцией commit-offset сбой error невозможен: брокер отвечает на неё, ничего не сделав, только так: COORDINATOR_LOAD_IN_PROGRESS, COORDINATOR_NOT_AVAILABLE, GROUP_AUTHORIZATION_FAILED, NOT_COORDINATOR, OFFSET_METADATA_TOO_LARGE, TOPIC_AUTHORIZATION_FAILED, UNKNOWN_MEMBER_ID, UNKNOWN_SERVER_ERROR; если эффект мог остаться, используйте lost-reply',
  ],
  [
    'W1: {effect: mail}\n    fault: {error: "no way"}',
    '17:12 error impossible-fault: effect cannot meet the fault error: "no way" is no name of an error; write up to 60 letters, digits and "_"',
    '17:12 ошибка impossible-fault: с операцией effect сбой error невозможен: «no way» не имя ошибки; напишите до 60 латинских букв, цифр и "_"',
  ],
  [
    'W1: COMMIT\n    fault: {begin: lost-reply}',
    '17:13 error fault-not-in-step: this step never sends "begin"; its operations are commit',
    '17:13 ошибка fault-not-in-step: этот шаг никогда не отправляет «begin»; его операции: commit',
  ],
  [
    'W1: {produce: e1}\n    fault: {noticed: later, kind: lost-reply}',
    '17:12 error impossible-fault: produce cannot meet the fault lost-reply: "noticed" is about a PostgreSQL session, and nothing keeps one open here; leave it out',
    '17:12 ошибка impossible-fault: с операцией produce сбой lost-reply невозможен: "noticed" касается сессии PostgreSQL, а здесь открытых сессий нет; уберите этот ключ',
  ],
  [
    'say: {en: one, two, ru: раз}',
    '16:20 error unquoted-text: "two" has no colon and no value; if it belongs to the text before it, quote that text: a comma in braces ends it',
    '16:20 ошибка unquoted-text: у «two» нет ни двоеточия, ни значения; если это часть текста перед ним, возьмите текст в кавычки: в фигурных скобках запятая его обрывает',
  ],
  [
    '{run: p, say: first, second}',
    '16:26 error unquoted-text: "second" has no colon and no value; if it belongs to the text before it, quote that text: a comma in braces ends it',
    '16:26 ошибка unquoted-text: у «second» нет ни двоеточия, ни значения; если это часть текста перед ним, возьмите текст в кавычки: в фигурных скобках запятая его обрывает',
  ],
  [
    'run: {process: p, unti: idle}',
    '16:23 error unknown-key: "unti" is not known here; did you mean until?',
    '16:23 ошибка unknown-key: ключ «unti» здесь неизвестен; возможно, имелось в виду until?',
  ],
  [
    'run: {process: p, until: comit}',
    '16:30 error unknown-name: there is no end of a run "comit"; did you mean commit?',
    '16:30 ошибка unknown-name: нет места остановки «comit»; возможно, имелось в виду commit?',
  ],
  [
    'restart: q',
    '16:14 error unknown-name: there is no process or actor "q"; known here: p, W1, U, C1, M1',
    '16:14 ошибка unknown-name: нет процесса или актора «q»; здесь известны: p, W1, U, C1, M1',
  ],
  [
    'advance: 5',
    '16:14 error wrong-value: expected a duration such as 500ms, 2s, 10m, 3h or 8d; found "5"',
    '16:14 ошибка wrong-value: здесь нужно: длительность, например 500ms, 2s, 10m, 3h или 8d; найдено: «5»',
  ],
  [
    'broker: dwn',
    '16:13 error unknown-name: there is no change of the broker "dwn"; did you mean down?',
    '16:13 ошибка unknown-name: нет изменения брокера «dwn»; возможно, имелось в виду down?',
  ],
  [
    'broker: {}',
    '16:13 error wrong-value: expected exactly one change of the broker, such as {fail-over: a-topic}',
    '16:13 ошибка wrong-value: здесь нужно: ровно одно изменение брокера, например {fail-over: a-topic}',
  ],
  [
    'broker: {refuse: {error: NOT_ENOUGH_REPLICA, topic: t}}',
    '16:30 error unknown-name: there is no error of the broker "NOT_ENOUGH_REPLICA"; did you mean NOT_ENOUGH_REPLICAS?',
    '16:30 ошибка unknown-name: нет ошибки брокера «NOT_ENOUGH_REPLICA»; возможно, имелось в виду NOT_ENOUGH_REPLICAS?',
  ],
  [
    'add-partitions: {topic: t, partitions: 2}',
    '16:44 error wrong-value: expected more partitions than the 2 there are: Kafka takes none away; found "2"',
    '16:44 ошибка wrong-value: здесь нужно: больше partitions, чем есть (2): Kafka не убирает partitions; найдено: «2»',
  ],
  [
    'kill-session: U',
    '16:19 error unknown-name: there is no session "U"; known here: p, W1, U.write, U.read',
    '16:19 ошибка unknown-name: нет сессии «U»; здесь известны: p, W1, U.write, U.read',
  ],
  [
    'delete-records: {topic: t, partition: 0, before: -3}',
    '16:54 error wrong-value: expected an offset (a whole number from 0), or "end"; found "-3"',
    '16:54 ошибка wrong-value: здесь нужно: offset (целое число от 0) или "end"; найдено: «-3»',
  ],
  [
    'delete-records: {topic: t, partition: 0, before: null}',
    '16:54 error wrong-value: expected an offset (a whole number from 0), or "end"; found "null"',
    '16:54 ошибка wrong-value: здесь нужно: offset (целое число от 0) или "end"; найдено: «null»',
  ],
  [
    'delete-records: {topic: t, partition: 0, before: }',
    '16:54 error wrong-type: expected an offset (a whole number from 0), or "end"; found nothing',
    '16:54 ошибка wrong-type: здесь нужно: offset (целое число от 0) или "end"; найдено: пустое значение',
  ],
  [
    'delete-records: {topic: t, partition: 0, before: 007}',
    '16:54 error wrong-value: expected an offset (a whole number from 0), or "end"; found "007"',
    '16:54 ошибка wrong-value: здесь нужно: offset (целое число от 0) или "end"; найдено: «007»',
  ],
  [
    'check: {tables: {shop.ordres: []}}',
    '16:22 error unknown-name: there is no table "shop.ordres"; did you mean shop.orders?',
    '16:22 ошибка unknown-name: нет таблицы «shop.ordres»; возможно, имелось в виду shop.orders?',
  ],
  [
    'check: {tables: {orders: []}}',
    '16:22 error wrong-value: expected database.table; found "orders"',
    '16:22 ошибка wrong-value: здесь нужно: база.таблица; найдено: «orders»',
  ],
  [
    'run: p\n    as: x',
    '17:5 error modifier-not-here: "as" has nothing to say about run; leave it out, or move it to the step that it belongs to',
    '17:5 ошибка modifier-not-here: «as» ничего не значит рядом с run; уберите его или перенесите в нужный шаг',
  ],
  [
    'W1: SELECT 1\n    concludes: applied',
    '17:5 error actor-lacks: W1 reads for no group and has no record that "concludes" could be about; write {W1: {group: ...}} in "actors", or leave "concludes" out',
    '17:5 ошибка actor-lacks: W1 не читает ни для какой группы, и записи, к которой относилось бы «concludes», у него нет; напишите в "actors" {W1: {group: ...}} или уберите "concludes"',
  ],
  [
    'W1: SELECT 1\n    as: each',
    '17:9 error reserved-name: "each" has a meaning of its own here; choose another name',
    '17:9 ошибка reserved-name: у «each» здесь есть своё значение; выберите другое имя',
  ],
  [
    'C1: {commit-offset: {partition: 1, offsets: {0: 1}}}',
    '16:37 error wrong-value: expected "partition" only beside "offset": "offsets" names its partitions itself',
    '16:37 ошибка wrong-value: здесь нужно: "partition" только рядом с "offset": в "offsets" partitions уже названы',
  ],
  [
    'run: {process: p, until: {operation: idle, occurrence: 2}}',
    '16:60 error wrong-value: expected "occurrence" only beside an operation: idle comes once',
    '16:60 ошибка wrong-value: здесь нужно: "occurrence" только рядом с операцией: idle наступает один раз',
  ],
  [
    'rebalance: {group: g, without: [C1]}',
    '16:37 error unknown-name: there is no member of the group "C1"; did you mean M1?',
    '16:37 ошибка unknown-name: нет участника группы «C1»; возможно, имелось в виду M1?',
  ],
  [
    'check: {violates: [drained]}\n    fault: lost-reply',
    '17:5 error modifier-not-here: "fault" has nothing to say about check; leave it out, or move it to the step that it belongs to',
    '17:5 ошибка modifier-not-here: «fault» ничего не значит рядом с check; уберите его или перенесите в нужный шаг',
  ],
  [
    'run p',
    '16:5 error wrong-type: expected a step, such as "run: history" (with the colon); found "run p"',
    '16:5 ошибка wrong-type: здесь нужно: шаг, например "run: history" (с двоеточием); найдено: «run p»',
  ],
  [
    'W1: SELECT 1\n   as: x',
    '17:4 error yaml-syntax: this is not YAML: in a list every item begins with "- "; indent this line as far as the keys of the item above, or give it a dash',
    '17:4 ошибка yaml-syntax: это не YAML: каждый элемент списка начинается с "- "; сделайте отступ, как у ключей элемента выше, или поставьте дефис',
  ],
  [
    'W1: SELECT 1\n  as: x\n  - W1: SELECT 2',
    '17:3 error yaml-syntax: this is not YAML: the indentation does not fit what stands above; use the same number of spaces for the same level',
    '17:3 ошибка yaml-syntax: это не YAML: отступ не подходит к строкам выше; ставьте для одного уровня одно и то же число пробелов',
  ],
  [
    "W1: INSERT INTO orders VALUES ('e: 1')",
    '16:38 error yaml-syntax: this is not YAML: a colon with a blank behind it makes a key of what stands before it; quote the whole text, or write it below after "|"',
    '16:38 ошибка yaml-syntax: это не YAML: двоеточие с пробелом превращает текст перед ним в ключ; возьмите весь текст в кавычки или напишите его ниже, после "|"',
  ],
  [
    'W1: "SELECT 1\n  - W1: SELECT 2\nend: {}',
    '16:9 error yaml-syntax: this is not YAML: the quote that opens here is not closed; close it',
    '16:9 ошибка yaml-syntax: это не YAML: эта кавычка открыта и не закрыта; закройте её',
  ],
  [
    'say: over\nend\nbroker: {}',
    '17:1 error yaml-syntax: this is not YAML: there is no colon after the key with which this line begins; write "key: value"',
    '17:1 ошибка yaml-syntax: это не YAML: после ключа в начале этой строки нет двоеточия; напишите "ключ: значение"',
  ],
  [
    '\tW1: SELECT 1',
    '16:4 error yaml-syntax: this is not YAML: a tab cannot indent; use spaces',
    '16:4 ошибка yaml-syntax: это не YAML: для отступа нельзя использовать табуляцию; поставьте пробелы',
  ],
  [
    'W1: SELECT 1\n    W1: SELECT 2',
    '17:5 error yaml-syntax: this is not YAML: this key stands twice in one mapping; keep one of them, or give each its own name',
    '17:5 ошибка yaml-syntax: это не YAML: этот ключ встречается дважды; оставьте один или дайте каждому своё имя',
  ],
  [
    'W1: {enqueue: e1}\n    fault: lost-reply',
    '17:5 error modifier-not-here: "fault" has nothing to say about enqueue; leave it out, or move it to the step that it belongs to',
    '17:5 ошибка modifier-not-here: «fault» ничего не значит рядом с enqueue; уберите его или перенесите в нужный шаг',
  ],
  [
    'W1: SELECT 1\n    expect: {blocked: U.wirte}',
    '17:23 error unknown-name: there is no session "U.wirte"; did you mean U.write?',
    '17:23 ошибка unknown-name: нет сессии «U.wirte»; возможно, имелось в виду U.write?',
  ],
  [
    'W1: COMMIT\n    expect: {resumed: [U.read, W2]}',
    '17:32 error unknown-name: there is no session "W2"; did you mean W1?',
    '17:32 ошибка unknown-name: нет сессии «W2»; возможно, имелось в виду W1?',
  ],
  [
    'W1: SELECT 1\n    expect: {blocked: tru}',
    '17:23 error unknown-name: there is no session "tru"; known here: p, W1, U.write, U.read',
    '17:23 ошибка unknown-name: нет сессии «tru»; здесь известны: p, W1, U.write, U.read',
  ],
  [
    'say: over\n    expect: {outcome: applied}',
    '17:23 error expectation-not-here: "outcome" can never come of say; leave it out, or move it to the step that it belongs to',
    '17:23 ошибка expectation-not-here: у say никогда не бывает «outcome»; уберите этот ключ или перенесите в нужный шаг',
  ],
  [
    'С1: fetch',
    '16:5 error look-alike-letter: the "С" (U+0421) in "С1" is a Cyrillic letter, while C1 has a Latin one that looks the same; type it anew',
    '16:5 ошибка look-alike-letter: буква «С» (U+0421) в «С1» кириллическая, а в C1 на её месте похожая латинская; наберите её заново',
  ],
  [
    'crash: С1',
    '16:12 error look-alike-letter: the "С" (U+0421) in "С1" is a Cyrillic letter, while C1 has a Latin one that looks the same; type it anew',
    '16:12 ошибка look-alike-letter: буква «С» (U+0421) в «С1» кириллическая, а в C1 на её месте похожая латинская; наберите её заново',
  ],
  [
    'run: р',
    '16:10 error look-alike-letter: the "р" (U+0440) in "р" is a Cyrillic letter, while p has a Latin one that looks the same; type it anew',
    '16:10 ошибка look-alike-letter: буква «р» (U+0440) в «р» кириллическая, а в p на её месте похожая латинская; наберите её заново',
  ],
  [
    'run: C1',
    '16:10 error actor-runs: C1 is an actor and runs no program; its operations are steps of their own, such as "C1: fetch"',
    '16:10 ошибка actor-runs: C1 — актор, программы у него нет; каждая его операция — отдельный шаг, например "C1: fetch"',
  ],
  [
    'W1: fetch 3',
    '16:9 error operation-as-sql: "fetch" is no SQL, and no operation is written so; write "W1: {fetch: 3}"',
    '16:9 ошибка operation-as-sql: «fetch» — не SQL, и операции так не пишутся; напишите "W1: {fetch: 3}"',
  ],
  [
    'W1: Fetch',
    '16:9 error operation-as-sql: "Fetch" is no SQL, and no operation is written so; write "W1: fetch"',
    '16:9 ошибка operation-as-sql: «Fetch» — не SQL, и операции так не пишутся; напишите "W1: fetch"',
  ],
  [
    'W1: Produce e1',
    '16:9 error operation-as-sql: "Produce" is no SQL, and no operation is written so; write "W1: {produce: e1}"',
    '16:9 ошибка operation-as-sql: «Produce» — не SQL, и операции так не пишутся; напишите "W1: {produce: e1}"',
  ],
  [
    'W1: begin tx',
    '16:9 error operation-as-sql: "begin tx" is no SQL, and no operation is written so; write "W1: BEGIN"',
    '16:9 ошибка operation-as-sql: «begin tx» — не SQL, и операции так не пишутся; напишите "W1: BEGIN"',
  ],
  [
    'W1: commit-offset 1',
    '16:9 error operation-as-sql: "commit-offset" is no SQL, and no operation is written so; write "W1: {commit-offset: 1}"',
    '16:9 ошибка operation-as-sql: «commit-offset» — не SQL, и операции так не пишутся; напишите "W1: {commit-offset: 1}"',
  ],
  [
    'W1: commit offset 1',
    '16:9 error operation-as-sql: "commit offset 1" is no SQL, and no operation is written so; write "W1: {commit-offset: 1}"',
    '16:9 ошибка operation-as-sql: «commit offset 1» — не SQL, и операции так не пишутся; напишите "W1: {commit-offset: 1}"',
  ],
  [
    "W1: INSERT INTO orders VALUES ('e #1')",
    '16:39 error comment-cuts-text: a "#" behind a blank begins a comment of YAML and cuts the statement within a quote; quote the whole statement, or write it below after "|"',
    '16:39 ошибка comment-cuts-text: знак "#" после пробела начинает комментарий YAML, и запрос обрывается внутри кавычек; возьмите весь запрос в кавычки или напишите его ниже, после "|"',
  ],
  [
    'check: {offsets: {g: {0: 1}}}',
    '16:30 error wrong-type: expected {group: {topic: {partition: number}}}, such as {g: {t: {0: 1}}}; found "1"',
    '16:30 ошибка wrong-type: здесь нужно: {группа: {топик: {partition: число}}}, например {g: {t: {0: 1}}}; найдено: «1»',
  ],
  [
    'check: {lag: {t: {0: 1}}}',
    '16:26 error wrong-type: expected {group: {topic: {partition: number}}}, such as {g: {t: {0: 1}}}; found "1"',
    '16:26 ошибка wrong-type: здесь нужно: {группа: {топик: {partition: число}}}, например {g: {t: {0: 1}}}; найдено: «1»',
  ],
  [
    'check: {lag: {g: 1}}',
    '16:22 error wrong-type: expected {group: {topic: {partition: number}}}, such as {g: {t: {0: 1}}}; found "1"',
    '16:22 ошибка wrong-type: здесь нужно: {группа: {топик: {partition: число}}}, например {g: {t: {0: 1}}}; найдено: «1»',
  ],
  [
    'check: {log: {t: [e1]}}',
    '16:22 error wrong-type: expected {topic: {partition: [event, ...]}}, such as {t: {0: [e1]}}; found a list',
    '16:22 ошибка wrong-type: здесь нужно: {топик: {partition: [событие, ...]}}, например {t: {0: [e1]}}; найдено: список',
  ],
  [
    'check: {assignment: {g: [C1]}}',
    '16:29 error wrong-type: expected {group: {member: [partition, ...]}}, such as {g: {C1: [0]}}; found a list',
    '16:29 ошибка wrong-type: здесь нужно: {группа: {участник: [partition, ...]}}, например {g: {C1: [0]}}; найдено: список',
  ],
  [
    'W1: SELECT ${each.id}',
    '16:9 error each-missing: ${each} is the row or the record that a step with "each" is at; add "each: name" to this step, with the name of what it goes through',
    '16:9 ошибка each-missing: ${each} — это строка или запись, до которой дошёл шаг с "each"; добавьте в шаг "each: имя", то есть имя того, что он перебирает',
  ],
  [
    'W1: SELECT ${found.first.id',
    '16:16 error wrong-expression: "${found.first.id" is no expression; write ${name} or ${name.first.column}, and $${ for the characters themselves',
    '16:16 ошибка wrong-expression: «${found.first.id» — не выражение; напишите ${name} или ${name.first.column}, а сами эти знаки — $${',
  ],
];
