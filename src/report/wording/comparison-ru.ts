import type { ComparisonWording } from './comparison.js';

export const comparison: ComparisonWording = {
  firstDifference: 'первое различие',
  noDifference: 'Оба варианта делают на каждом шаге одно и то же.',
  sameLeft: 'После обоих остаётся одно и то же.',
  left: 'что осталось',
  notTaken: 'не дошёл',
  furtherRows: (count) => `... ещё ${count}`,
  notJudged: 'Инварианты здесь не проверяются.',
  violatesNothing: (variant) => `${variant} ничего не нарушает.`,
  violates: (variant, invariants) => `${variant} нарушает ${invariants}.`,
  inconclusive: (variant) =>
    `${variant}: какой-то шаг не выполнен, сбой не сработал или что-то осталось непроверенным; подробности покажет run.`,
};
