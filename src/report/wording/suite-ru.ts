import { CASE_STATUSES } from '../suite/status.js';
import type { SuiteWording } from './suite.js';

const status: SuiteWording['status'] = {
  passed: 'прошло',
  failed: 'не прошло',
  inconclusive: 'без вывода',
  invalid: 'с ошибкой в файле',
  bug: 'остановлено ошибкой программы',
};

export const suite: SuiteWording = {
  status,
  written: 'снимок записан',
  updated: 'снимок обновлён',

  differs: (name) =>
    `в ${name} другое (- сохранено, + этот прогон). Если прав этот прогон, его сохранит "inbox-sim test -u".`,
  missing: (name) =>
    `${name} нет, а в CI снимки не записываются: выполните "inbox-sim test" там, где не задано CI, и закоммитьте записанное.`,
  conflict: (name, line) =>
    `в ${name}:${line} стоят метки конфликта слияния: разрешите его или запишите снимок заново: "inbox-sim test -u".`,
  unreadable: (name, reason) => `${name} не читается: ${reason}`,
  unwritable: (name, reason) => `${name} не записать: ${reason}`,

  unlike: (run) => `прогон ${run} вышел не таким, как первый (- прогон 1, + прогон ${run}):`,
  sameId: (id, other) => `id "${id}" есть и у ${other}; дайте одному из них другой: по нему названы результаты`,

  failures: 'не прошли',
  totals: (counts, notRun) => {
    const all = Object.values(counts).reduce((sum, count) => sum + count, notRun);
    const parts = CASE_STATUSES.toReversed().flatMap((each) =>
      counts[each] > 0 ? [`${status[each]} ${counts[each]}`] : [],
    );
    const rest = notRun > 0 ? [`не запускалось ${notRun}`] : [];
    return `всего ${all}: ${[...parts, ...rest].join(', ')}`;
  },
  snapshots: (written, updated) => {
    const parts = [...(written > 0 ? [`записано ${written}`] : []), ...(updated > 0 ? [`обновлено ${updated}`] : [])];
    return `снимки: ${parts.join(', ')}`;
  },
  obsolete: (count) => `снимки, которых нет ни у одного сценария (${count}); их удалит --prune:`,
  pruned: (count) => `удалены снимки, которых нет ни у одного сценария (${count}):`,
  isObsolete: 'такого снимка нет ни у одного сценария; его удалит --prune',
  notRun: {
    interrupted: (count) => `Прервано: не запускалось ${count}.`,
    bail: (count) => `Закончено на первом, которое не прошло (--bail): не запускалось ${count}.`,
  },
};
