import type { ProgramVariant } from '../program.js';
import { unprotectedHistory } from '../schemas.js';
import { checkThenInsertRepository } from './check-then-insert.js';
import type { ConsumerDesign } from './consumer.js';
import { processHistoryOnce } from './process-once.js';
import { sqlHistoryRepository } from './repository.js';
import * as wrong from './wrong-handlers.js';

/** One way to write the History consumer. */
type HistoryVariant = Omit<ProgramVariant, 'newMemory' | 'unit'> & { readonly design: ConsumerDesign };

const right: ConsumerDesign = {
  handle: processHistoryOnce,
  repository: sqlHistoryRepository,
  commitOffset: 'after',
  checkpoint: 'contiguous',
  unknownResolves: false,
};
const contract = ['repository-contract'] as const;

export const historyVariants: readonly HistoryVariant[] = [
  {
    name: 'inbox',
    correct: true,
    summary: {
      en: 'marker and history row in one transaction, the offset after it',
      ru: 'маркер и строка истории в одной транзакции, offset после неё',
    },
    design: right,
    claims: contract,
  },
  {
    name: 'split-inbox-first',
    correct: false,
    summary: {
      en: 'commits the marker first, then the history row in a second transaction',
      ru: 'сначала коммитит маркер, затем строку истории второй транзакцией',
    },
    design: { ...right, handle: wrong.splitInboxFirst },
    claims: [],
    sends: { begin: 2, commit: 2 },
  },
  {
    name: 'split-history-first',
    correct: false,
    summary: {
      en: 'commits the history row first, then the marker; the foreign key refuses it',
      ru: 'сначала коммитит строку истории, затем маркер; внешний ключ это отклоняет',
    },
    design: { ...right, handle: wrong.splitHistoryFirst },
    claims: [],
    sends: { begin: 2, commit: 2 },
  },
  {
    name: 'no-inbox',
    correct: false,
    summary: {
      en: 'knows no inbox; every delivery makes a row',
      ru: 'не знает inbox; каждая доставка создаёт строку',
    },
    design: { ...right, handle: wrong.noInbox },
    claims: [],
    sends: { tryInbox: 0 },
    schema: unprotectedHistory,
  },
  {
    name: 'check-then-insert',
    correct: false,
    summary: {
      en: 'looks for the marker with a SELECT, then inserts it',
      ru: 'ищет маркер через SELECT, а потом вставляет его',
    },
    design: { ...right, repository: checkThenInsertRepository },
    claims: [],
  },
  {
    name: 'offset-first',
    correct: false,
    summary: {
      en: 'commits the offset before the database has the event',
      ru: 'подтверждает offset до того, как событие попало в базу',
    },
    design: { ...right, commitOffset: 'before' },
    claims: contract,
  },
  {
    name: 'highest-offset',
    correct: false,
    summary: {
      en: 'commits past the highest resolved record, over an unknown one',
      ru: 'подтверждает offset за последней разрешённой записью, перескакивая через запись с исходом unknown',
    },
    design: { ...right, checkpoint: 'highest' },
    claims: contract,
  },
  {
    name: 'unknown-advances',
    correct: false,
    summary: {
      en: 'takes unknown for done and moves the offset on',
      ru: 'считает unknown завершением и двигает offset дальше',
    },
    design: { ...right, unknownResolves: true },
    claims: contract,
  },
  {
    name: 'no-rows-is-error',
    correct: false,
    summary: {
      en: 'takes "no row" from tryInbox for an error',
      ru: 'принимает «нет строк» от tryInbox за ошибку',
    },
    design: { ...right, handle: wrong.noRowsIsError },
    claims: contract,
  },
  {
    name: 'save-after-false',
    correct: false,
    summary: {
      en: 'saves the history row although the marker was there',
      ru: 'сохраняет строку истории, хотя маркер уже был',
    },
    design: { ...right, handle: wrong.saveAfterFalse },
    claims: contract,
  },
  {
    name: 'rollback-after-commit',
    correct: false,
    summary: {
      en: 'rolls back on every way out, after a successful commit too',
      ru: 'делает rollback на любом выходе, даже после успешного commit',
    },
    design: { ...right, handle: wrong.rollbackAfterCommit },
    claims: contract,
  },
  {
    name: 'no-rollback',
    correct: false,
    summary: {
      en: 'never rolls back; a transaction stays open behind every duplicate',
      ru: 'никогда не делает rollback; за каждым дублем остаётся открытая транзакция',
    },
    design: { ...right, handle: wrong.noRollback },
    claims: contract,
    sends: { rollback: 0 },
  },
  {
    name: 'wrapped-error',
    correct: false,
    summary: {
      en: 'wraps the error of the repository in another one',
      ru: 'оборачивает ошибку репозитория в другую',
    },
    design: { ...right, handle: wrong.wrappedError },
    claims: contract,
  },
];
