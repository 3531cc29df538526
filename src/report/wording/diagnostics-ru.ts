import { limits } from '../../base/limits.js';
import type { DiagnosticArgs } from '../../model/diagnostic.js';
import { parts } from './diagnostic-parts-ru.js';
import type { DiagnosticWording } from './diagnostics.js';
import { refusals } from './refusals-ru.js';

export const ru: DiagnosticWording = {
  error: 'ошибка',
  warning: 'предупреждение',
  errors: (count) => `ошибок: ${count}`,
  notYet: (file, errors) => `${file} пока не сценарий (${errors}):`,
  further: (count) => `... и ещё ${count}; сначала исправьте эти`,
  totals: (files, wrong, warnings) => `сценариев: ${files}, с ошибками: ${wrong}, предупреждений: ${warnings}`,
  explain: (code) => `Подробнее, с примерами: inbox-sim explain ${code}`,
  refusals,
  sentences: {
    'yaml-syntax': ({ problem, message }) => `это не YAML: ${problem === 'other' ? message : parts.yaml[problem]}`,
    'too-deep': ({ limit }) => `вложенность больше ${limit} уровней; упростите запись`,
    empty: () => 'в файле нет сценария; нужны хотя бы id, title и teaches',
    'unknown-key': ({ key, step, nearest, known }) => {
      if (!step) return `ключ «${key}» здесь неизвестен${meant(nearest, known)}`;
      const hint =
        nearest.length > 0 ? meant(nearest, []) : `; опишите его в "actors" или возьмите одно из ${listed(known)}`;
      return `«${key}» — не актор и не слово, с которого начинается шаг${hint}`;
    },
    'unquoted-text': ({ rest }) =>
      `у «${rest}» нет ни двоеточия, ни значения; если это часть текста перед ним, возьмите текст в кавычки: в фигурных скобках запятая его обрывает`,
    'look-alike-letter': ({ name, meant, letter, alphabet }) =>
      `буква «${letter}» (${codePoint(letter)}) в «${name}» ${alphabet === 'cyrillic' ? 'кириллическая' : 'латинская'}, а в ${meant} на её месте похожая ${alphabet === 'cyrillic' ? 'латинская' : 'кириллическая'}; наберите её заново`,
    'actor-runs': ({ actor, example }) =>
      `${actor} — актор, программы у него нет; каждая его операция — отдельный шаг, например "${actor}: ${example}"`,
    'operation-as-sql': ({ actor, found, right }) =>
      `«${found}» — не SQL, и операции так не пишутся; напишите "${actor}: ${right}"`,
    'comment-cuts-text': () =>
      'знак "#" после пробела начинает комментарий YAML, и запрос обрывается внутри кавычек; возьмите весь запрос в кавычки или напишите его ниже, после "|"',
    'each-missing': () =>
      `${'${each}'} — это строка или запись, до которой дошёл шаг с "each"; добавьте в шаг "each: имя", то есть имя того, что он перебирает`,
    'duplicate-name': ({ what, name }) => `имя ${parts.named[what]} «${name}» встречается дважды; дайте каждому своё`,
    'missing-key': ({ keys }) => `здесь не хватает ключа ${keys.map((key) => `«${key}»`).join(' или ')}; добавьте его`,
    'actor-lacks': lacking,
    'process-acts': ({ process, action }) =>
      `${process} — процесс, он делает то, что велит программа; напишите "run: ${process}" или поручите ${action} актору`,
    'wrong-type': ({ expected, found }) => expectation(expected, found),
    'wrong-value': ({ expected, found }) => expectation(expected, found),
    'unknown-name': ({ what, name, of, nearest, known }) =>
      `нет ${parts.named[what]} «${name}»${of === undefined ? '' : ` у ${of}`}${meant(nearest, known)}`,
    'not-one-action': ({ actions }) =>
      actions.length === 0
        ? 'шагу нужно одно действие: актор с SQL или операцией либо слово run, crash, restart, advance, check, say и т. п.'
        : `в шаге ровно одно действие, а здесь их несколько (${actions.join(', ')}); сделайте из каждого отдельный шаг`,
    'impossible-fault': ({ operation, fault, why, detail }) =>
      `с операцией ${operation} сбой ${fault} невозможен: ${parts.impossible[why](detail)}`,
    'fault-not-in-step': ({ operation, known }) =>
      known.length === 0
        ? `этот шаг не отправляет «${operation}»; поставьте сбой на шаг, который её отправляет`
        : `этот шаг никогда не отправляет «${operation}»; его операции: ${known.join(', ')}`,
    'reserved-name': ({ name }) => `у «${name}» здесь есть своё значение; выберите другое имя`,
    'wrong-expression': ({ found, why }) => {
      if (why === 'event') return 'событие описано раньше, чем кто-то что-то запомнил; напишите сами значения';
      if (why === 'invariant') return 'инвариант не знает памяти акторов; напишите сами значения';
      return `«${found}» — не выражение; напишите ${'${name}'} или ${'${name.first.column}'}, а сами эти знаки — ${'$${'}`;
    },
    'quoted-expression': ({ found }) =>
      `${found} в кавычках — просто текст; уберите кавычки, значение станет параметром запроса`,
    'missing-parameter': ({ parameter, given }) => {
      if (given === null) return `у инварианта нет параметров; вместо ${parameter} напишите само значение`;
      const there = given === 0 ? 'у шага нет "params"' : `значений в "params": ${given}`;
      return `для ${parameter} нет значения (${there}); добавьте его туда или напишите вместо ${parameter} выражение ${'${name}'}`;
    },
    'not-remembered': ({ actor, name, nearest, known }) =>
      `${actor} на этом шаге не помнит ничего с именем «${name}»${nearest.length === 0 && known.length === 0 ? `; запомните это через "as: ${name}" в более раннем шаге ${actor}` : meant(nearest, known)}`,
    'modifier-not-here': ({ modifier, action }) =>
      `«${modifier}» ничего не значит рядом с ${action}; уберите его или перенесите в нужный шаг`,
    'expectation-not-here': ({ key, action }) =>
      `у ${action} никогда не бывает «${key}»; уберите этот ключ или перенесите в нужный шаг`,
    'refused-statement': ({ why, words, place }) =>
      `команда ${words} ${place === 'step' ? 'в шаге' : 'в схеме'} не принимается: ${refusals[why].why}; ${refusals[why].instead}`,
    'several-statements': () => 'здесь начинается второй запрос, а в шаге он один; сделайте из каждого отдельный шаг',
    'schema-file': ({ file, problem }) => `файл ${file} использовать нельзя: ${parts.fileProblem[problem]}`,
    'not-simulated': ({ setting, value, reason }) =>
      `«${value === null ? setting : `${setting}: ${value}`}» не симулируется: ${parts.notSimulated[reason]}`,
    'conflicting-settings': ({ conflict }) => parts.conflict[conflict],
    'knobs-conflict': ({ program, knob, other, why }) =>
      `у программы ${program} не бывает «${knob}» вместе с «${other}»: ${why.ru}`,
    'fault-never-fires': neverFires,
    'never-produced': ({ event }) => `событие «${event}» не отправляет ни один шаг; отправьте его или уберите`,
    'postgres-spelling': ({ found, right }) =>
      `PostgreSQL печатает ${found} как ${right}; напишите так, а если это текст, возьмите ${found} в кавычки`,
    'unused-actor': ({ name, process }) =>
      process
        ? `ни один шаг не запускает «${name}»; добавьте "run: ${name}" или уберите процесс`
        : `«${name}» не делает ни одного шага; уберите его`,
    'unused-label': ({ label }) =>
      `метку «${label}» не ждёт ни один сбой; уберите её или назовите в "delay", "late-reply" или "noticed"`,
    'missing-translation': ({ what }) =>
      `у «${what}» один текст, а другие написаны как {en: ..., ru: ...}; переведите и его`,
    'numeric-event-id': () =>
      'event_id в этом JSON — число, а проверки узнают события по тексту; возьмите его в кавычки, если это текст',
    'no-event-id': ({ found }) =>
      `event_id здесь не текст (найдено: ${parts.found(found)}), поэтому события в этой записи нет; напишите текст, если нужно, в кавычках, или уберите event_id`,
    'wall-clock': ({ word }) =>
      `${word} от запуска к запуску разное; используйте now(), которое идёт по часам сценария, или напишите значение`,
    'dead-actor': ({ name, line }) =>
      `${name} не работает со строки ${line}, и этот шаг не будет выполнен; поставьте перед ним "restart: ${name}"`,
    'no-steps': () => 'в этом сценарии ничего не происходит; добавьте "steps"',
    'nothing-judged': () =>
      'здесь ничего не проверяется, и ни один запуск не даст вывода; добавьте "invariants", "end" или "expect"',
  },
};

/** As Unicode names a letter, which tells two apart that look the same. */
function codePoint(letter: string): string {
  return `U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function expectation(expected: DiagnosticArgs['wrong-type']['expected'], found: DiagnosticArgs['wrong-type']['found']) {
  const wanted = `здесь нужно: ${parts.expected(expected)}`;
  return found === null ? wanted : `${wanted}; найдено: ${parts.found(found)}`;
}

function lacking({ actor, lack, action }: DiagnosticArgs['actor-lacks']): string {
  switch (lack) {
    case 'database':
      return `у ${actor} нет базы для ${action}; напишите в "actors" {${actor}: {database: ...}}`;
    case 'group':
      return `${actor} не читает ни для какой группы, поэтому ${action} невозможно; напишите в "actors" {${actor}: {group: ...}}`;
    case 'record':
      return `${actor} не читает ни для какой группы, и записи, к которой относилось бы «${action}», у него нет; напишите в "actors" {${actor}: {group: ...}} или уберите "${action}"`;
    case 'subscribe':
      return `${actor} сам выбирает partitions и не может быть участником группы, поэтому ${action} невозможно; напишите рядом с его группой "subscribe: true"`;
  }
}

function neverFires({ operation, fault, why, occurrence, who, most }: DiagnosticArgs['fault-never-fires']): string {
  const it = `сбой ${fault} никогда не сработает`;
  switch (why) {
    case 'once':
      return `${it}: операций ${operation} в этом шаге ${most}, а сбой ждёт номера ${occurrence}; исправьте "occurrence"`;
    case 'unit':
      return `${it}: за одну единицу работы операций ${operation} не больше ${most}, а сбой ждёт номера ${occurrence}; исправьте "occurrence" или запустите с "until: idle"`;
    case 'variant':
      return `${it}: программа процесса ${who} в этом варианте не отправляет ${operation}; выберите другую операцию`;
    case 'pause':
      return `${it}: этот запуск останавливается перед ${operation}; поставьте сбой на запуск, который продолжает`;
    case 'dead':
      return `${it}: ${who} на этом шаге не работает; поставьте перед ним "restart: ${who}"`;
  }
}

function meant(nearest: readonly string[], known: readonly string[]): string {
  if (nearest.length > 0) return `; возможно, имелось в виду ${nearest.join(', ').replace(/, ([^,]*)$/, ' или $1')}?`;
  return known.length > 0 ? `; здесь известны: ${listed(known)}` : '; здесь ещё ничего не определено';
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, limits.shownNames).join(', ');
  return names.length > limits.shownNames ? `${shown}, ...` : shown;
}
