import { formatDuration } from '../base/time.js';
import { StepRefused } from '../engine/player.js';
import type { ErrorNote } from '../engine/recorder.js';
import type { PointedStatement, ScenarioFailed, ScenarioProblem, SetupStopped } from '../engine/scenario-failed.js';
import { LimitExceeded } from '../postgres/ports.js';
import type { RunStopped, StopReason } from '../trace/end-event.js';
import { statementFrame } from './statement-frame.js';
import { visible } from './text/visible.js';
import type { Wording } from './wording/wording.js';

const frameIndent = '  ';
const frameColumns = 80;

/** What PostgreSQL does not take of a scenario: `file:line: subject: sentence`, then the place in the statement. */
export function scenarioFailedText(failed: ScenarioFailed, file: string, wording: Wording): string {
  const { subject, line, problem, statement } = failed;
  return [
    `${file}:${line}: ${visible(subject)}: ${visible(problemText(problem, wording))}`,
    ...frameLines(statement),
  ].join('\n');
}

function problemText(problem: ScenarioProblem, { failure }: Wording): string {
  switch (problem.kind) {
    case 'postgres':
      return failure.postgresSays(problem.message);
    case 'refused':
      return failure.refused(problem.words);
    case 'changes-something':
      return failure.changesSomething(problem.message);
    case 'no-query':
      return failure.noQuery;
    case 'transaction-left-open':
      return failure.transactionLeftOpen;
    case 'no-table':
      return failure.noTable(problem.table, problem.known.join(', '));
    case 'no-column':
      return failure.noColumn(problem.table, problem.column, problem.known.join(', '));
  }
}

/** Why nothing of a scenario could be played. */
export function setupStoppedText({ subject, line, reason }: SetupStopped, file: string, wording: Wording): string {
  return `${file}:${line}: ${visible(subject)}: ${limitText(reason instanceof LimitExceeded ? reason : null, wording)}`;
}

/** What was too much, and how to allow more; null where PostgreSQL has stopped answering. */
export function limitText(reached: LimitExceeded | null, wording: Wording): string {
  return stopText({ why: reached?.limit ?? 'broken', limit: reached?.value ?? null }, wording);
}

/** Why a run has been stopped, and how to allow more. */
export function stopText({ why, limit }: Pick<RunStopped, 'why' | 'limit'>, { failure }: Wording): string {
  const flag = flags[why];
  return failure.stopped[why](limit === null ? '' : shownLimit(why, limit)) + (flag ? failure.raise(flag) : '');
}

/** The flag that raises each limit. */
const flags: Readonly<Partial<Record<StopReason, string>>> = {
  'statement-time': '--statement-timeout',
  'scenario-time': '--scenario-timeout',
  memory: '--memory-limit',
  'answer-rows': '--max-rows',
};

function shownLimit(why: StopReason, limit: number): string {
  if (why === 'statement-time' || why === 'scenario-time') return formatDuration(limit);
  return why === 'answer-rows' ? String(limit) : `${Math.round(limit / 1024 / 1024)} MiB`;
}

/** A step that needs what the engine cannot give. */
export function refusalText(refused: StepRefused, file: string, wording: Wording): string {
  const { step, line } = refused;
  const place =
    line === null ? `${file}: ${wording.failure.afterTheSteps}` : `${file}:${line}: ${wording.failure.note(step)}`;
  return `${place}: ${refusalSentence(refused, wording)}`;
}

function refusalSentence({ refusal }: StepRefused, { failure }: Wording): string {
  const [session = '', other = ''] = refusal.sessions.map(visible);
  return failure.engine[refusal.reason](session, other);
}

/** Why a report breaks off. The words of PostgreSQL are no part of a report. */
export function brokenOffText(error: StepRefused | ScenarioFailed, file: string, wording: Wording): string {
  if (error instanceof StepRefused) return refusalSentence(error, wording);
  const { subject, line, problem } = error;
  const what = problem.kind === 'postgres' ? wording.failure.postgresRefuses : problemText(problem, wording);
  return `${file}:${line}: ${visible(subject)}: ${visible(what)}`;
}

/** What PostgreSQL said of errors that the scenario does not expect, for whoever writes it. */
export function notesText(notes: readonly ErrorNote[], file: string, { failure }: Wording): string {
  return notes
    .flatMap(({ step, line, message, statement, position }) => [
      `${file}:${line}: ${failure.note(step)}: ${visible(failure.postgresSays(message))}`,
      ...(position === null ? [] : frameLines(statement === null ? null : { text: statement, position })),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function frameLines(statement: PointedStatement | null): string[] {
  if (!statement) return [];
  const { text, position } = statement;
  const [line = '', caret = ''] = statementFrame(text, position ?? 1, frameColumns - frameIndent.length);
  return (position === null ? [line] : [line, caret]).map((each) => frameIndent + each);
}
