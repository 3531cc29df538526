import type { EndWording, SubjectWording } from './end.js';

export const subjects: SubjectWording = {
  offset: (group, partition) => `offset группы ${group} в ${partition}`,
  lag: (group, partition) => `lag группы ${group} в ${partition}`,
  lsn: (database) => `LSN базы ${database}`,
  members: (group) => `участники группы ${group}`,
  violatesFor: (variant) => `violates для варианта ${variant}`,
};

export const end: EndWording = {
  unmetInStep: (branch, step, line, what) =>
    `${branch === null ? '' : `ветка ${branch}, `}шаг ${step}, строка ${line}: ${what}`,
  furtherUnmet: (count) => `... ещё ${count}`,
  notExercised: {
    'one-row-per-event': 'Ни у одного события нет строки в таблице с ролью effect.',
    'marker-with-row': 'Ни у одного события нет строки в таблице с ролью marker или effect.',
    'no-lost-event':
      'Ни у одного события нет ни строки в таблице с ролью source, ни записи в топике, группа которого пишет в таблицу с ролью effect.',
    'no-phantom-event': 'Нет таблицы с ролью source, или в логе нет записи, которая несёт событие.',
    'effect-once': 'Ни для одного события не выполнен эффект.',
    'key-order': 'В одно и то же место не пришло двух событий с одним ключом.',
    'read-your-writes': 'Ни один клиент не читал того, что записал раньше (writes, reads).',
    'monotonic-reads': 'Ни один клиент не читал одно и то же дважды (reads).',
    'contiguous-checkpoint': 'Никто не подтверждал offset.',
    'honest-outcome':
      'Никто не вернул applied или already-applied для записи с событием в группе, у которой есть таблица с ролью effect.',
    'repository-contract': 'Ни одна программа не обращалась к репозиторию.',
    drained: 'В логе нет записей, а в таблицах с ролью source нет строк.',
  },
  playedOn: (about) => `на ${about} (--postgres)`,
  stillBlocked: (names) => `всё ещё ждёт блокировку: ${names}`,
  notAsked: 'Его запрос ни разу не выполнялся.',
  exerciseThem: 'Что не проверялось: добавьте шаги, где это происходит, или уберите инвариант из списка "invariants".',
  brokenOff: (step) => `Прогон остановлен ${step === null ? 'после шагов' : `на шаге ${step}`}; ничего не проверено.`,
  inBranches: (verdict, names) =>
    `${{ 'not-as-announced': 'Ветки, где вышло не так, как объявлено', inconclusive: 'Ветки, о которых вывод сделать нельзя' }[verdict]}: ${names}.`,
  inBranch: (branch, what) => `ветка ${branch}: ${what}`,
};
