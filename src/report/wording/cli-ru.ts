import type { CliWording } from './cli.js';
import { server } from './server-ru.js';

export const ru: CliWording = {
  reasons: {
    ENOENT: 'такого файла или такой папки нет',
    EACCES: 'нет прав доступа',
    EPERM: 'нет прав доступа',
    EROFS: 'файловая система доступна только для чтения',
    ENOSPC: 'на устройстве не осталось места',
    EISDIR: 'это папка',
    ENOTDIR: 'часть пути — не папка',
    ENAMETOOLONG: 'слишком длинное имя',
  },
  cannotRead: (name, reason) => `${name} не удаётся прочитать: ${reason}`,
  cannotWrite: (name, reason) => `${name} не удаётся записать: ${reason}`,
  noStandardOutput: (reason) => `не удаётся записать результат в стандартный вывод: ${reason}`,
  outIsScenario: (name) => `${name} — часть самого сценария; отчёт перезаписал бы её`,
  outIsFolder: (name) => `${name} — папка; для --out нужно имя файла`,

  noScenario: (name, near, path) =>
    `сценария "${name}" нет; ${near === '' ? 'все сценарии показывает "inbox-sim list".' : `может быть, ${near}?`}${
      path === null ? '' : ` Файл указывают путём: ${path}`
    }`,
  scenarioIsFolder: (name) => `${name} — папка, а сценарий — это файл YAML`,
  noPlainFile: (name) => `${name} — не обычный файл, а сценарий — это файл YAML`,
  tooLarge: (name, mebibytes, most) => `${name} занимает ${mebibytes} MiB, а сценарий — не больше ${most} MiB`,
  notUtf8: (name) => `${name} — не текст в UTF-8; сохраните его в UTF-8`,
  nothingMatches: (pattern) => `под ${pattern} не подходит ни один файл`,
  noScenarioIn: (folder) => `в папке ${folder} нет сценариев: ни одного файла .yaml или .yml`,
  noVariant: (name, near, known) =>
    `варианта "${name}" нет; ${near === '' ? (known === '' ? 'в этом сценарии вариантов нет.' : `в этом сценарии есть ${known}.`) : `может быть, ${near}?`}`,
  variantElsewhere: (name, program, own) =>
    `"${name}" — вариант программы ${program}, а этот сценарий её не запускает; он запускает ${own}.`,
  variantTwice: (name) => `"${name}" назван дважды; для сравнения нужны два варианта`,
  variantsOfTwo: (one, other) => `"${one}" и "${other}" — варианты разных программ; назовите два варианта одной`,
  nothingToCompare: (scenario) =>
    `в ${scenario} нет программ: каждую операцию расписывают акторы, и сравнивать нечего; запустить его — "inbox-sim run ${scenario}"`,
  noCaseFor: (filter) => `под --filter ${filter} ничего не подходит; что есть, показывает --list`,
  noCaseOfVariant: (variant) => `ни у одного из этих сценариев нет программы с вариантом "${variant}"`,
  needsTerminal: (flag) => `для ${flag} нужен терминал`,
  oneAtATime:
    'на сервере сценарии идут по одному: они видят друг друга в его рекомендательных блокировках и в его самой старой транзакции; уберите --workers или --postgres',
  watching: 'Слежу за файлами. Клавиши: a запускает все, f не прошедшие, u сохраняет снимки, q выход.',
  noArchive:
    'предупреждение: к этому PGlite не подходит ни один подготовленный каталог данных, поэтому запускается initdb, а это секунды; переустановите inbox-sim, а в клоне выполните "npm run build".',

  server,

  needsId: 'новому сценарию нужен id: inbox-sim new <id>',
  needsTemplate: (flags) => `с чего начать? Укажите ${flags.join(' или ')}`,
  wrongId: (id) =>
    `"${id}" не подходит как id: в нём до 64 строчных латинских букв, цифр и "-", а начинается он с буквы или цифры`,
  noFolder: (name) => `папки ${name} нет; создайте её или укажите другую в --dir`,
  notFolder: (name) => `${name} — не папка; укажите папку в --dir`,
  isThere: (name) => `${name} уже существует и не будет перезаписан. Возьмите другой id или другую папку в --dir`,
  schemaNameTaken: (name) => `${name} уже существует, и это не схема inbox-sim; переименуйте его`,
  askId: 'Id сценария, он же имя файла',
  askTemplate: 'С чего начать?',
  templates: {
    operations: 'operations: акторы, чьи SQL и операции Kafka написаны в шагах',
    program: 'program: консюмер с готовой программой и сбой',
  },
  nothingWritten: 'прервано; ничего не записано',

  bug: (message, versions) =>
    `это ошибка в самом inbox-sim или в его СУБД: ${message}\nСообщите о ней, приложив командную строку и: ${versions}.`,
};
