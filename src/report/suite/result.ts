import type { Run } from '../../engine/run.js';
import type { SuiteCase } from '../../suite/cases.js';
import { wholeVerdict } from '../../suite/play.js';
import type { Played } from '../../suite/play-case.js';
import type { SnapshotFate } from '../../suite/snapshot.js';
import { lineDifference } from '../line-difference.js';
import { type RunFinding, runFindings } from '../run-findings.js';
import { scenarioLine } from '../snapshot.js';
import type { Wording } from '../wording/wording.js';
import type { CaseStatus } from './status.js';

/** One case of a suite, or a file that is none, and everything that keeps it from having passed. */
export interface CaseResult {
  /** `duplicate-900`, `duplicate-900.no-inbox`; the name of the file where it cannot be read as a scenario. */
  readonly name: string;
  /** The scenario's file as the user named it, with `/` between folders. */
  readonly file: string;
  readonly status: CaseStatus;
  /** What became of its snapshot; null where it did not come to that. */
  readonly snapshot: SnapshotFate['kind'] | null;
  readonly findings: readonly Finding[];
}

export interface Finding {
  readonly code: FindingCode;
  /** The line of the scenario, from 1; null where it is about no line of it. */
  readonly line: number | null;
  /** What is wrong: a sentence, and below it perhaps the lines of a difference. */
  readonly text: string;
  /** The scenario's line, and perhaps a caret below it. */
  readonly frame: readonly string[];
}

export type FindingCode =
  | RunFinding['code']
  | 'postgres'
  | 'snapshot'
  | 'unlike-runs'
  | 'diagnostic'
  | 'unreadable'
  | 'same-id'
  | 'refused'
  | 'bug';

/** Where a case stands, for what is found in it. */
export interface CasePlace {
  readonly suiteCase: SuiteCase;
  readonly file: string;
  /** The name of its snapshot's file. */
  readonly snapshot: string;
  /** Shows a line of the scenario. */
  readonly frame: (line: number) => readonly string[];
}

/** What came of a case that was played to its end. */
export function playedResult(place: CasePlace, played: Played, wording: Wording): CaseResult {
  const { suiteCase, file, frame } = place;
  const { runs, snapshot, unlike } = played;
  const findings: Omit<Finding, 'frame'>[] = [...runFindings(runs, wording), ...notesOf(runs, wording)];
  if (unlike) {
    const text = [wording.suite.unlike(unlike.run), `- ${unlike.first}`, `+ ${unlike.other}`].join('\n');
    const line = unlike.line === null ? null : scenarioLine(suiteCase, runs, unlike.line);
    findings.push({ code: 'unlike-runs', line, text });
  }
  const ofSnapshot = snapshotFinding(place, played, wording);
  if (ofSnapshot) findings.push(ofSnapshot);
  return {
    name: suiteCase.name,
    file,
    status: statusOf(played),
    snapshot: snapshot.kind,
    findings: findings.map((finding) => ({ ...finding, frame: finding.line === null ? [] : frame(finding.line) })),
  };
}

function statusOf({ runs, snapshot, unlike }: Played): CaseStatus {
  if (snapshot.kind === 'unreadable' || snapshot.kind === 'unwritable') return 'invalid';
  const verdict = wholeVerdict(runs);
  const isOther = ['differs', 'conflict', 'missing'].includes(snapshot.kind);
  if (verdict === 'not-as-announced' || isOther || unlike) return 'failed';
  return verdict === 'inconclusive' ? 'inconclusive' : 'passed';
}

/** What PostgreSQL said of errors that the scenario does not expect. */
function notesOf(runs: readonly Run[], { failure }: Wording): Omit<Finding, 'frame'>[] {
  return runs.flatMap(({ notes }) =>
    notes.map(({ step, line, message }) => ({
      code: 'postgres',
      line,
      text: `${failure.note(step)}: ${failure.postgresSays(message)}`,
    })),
  );
}

function snapshotFinding(
  { suiteCase, snapshot: name }: CasePlace,
  { runs, text, snapshot }: Played,
  wording: Wording,
): Omit<Finding, 'frame'> | null {
  const { differs, missing, conflict, unreadable, unwritable } = wording.suite;
  const said = (sentence: string) => ({ code: 'snapshot', line: null, text: sentence }) as const;
  switch (snapshot.kind) {
    case 'differs': {
      const [stored, found] = [linesOf(snapshot.stored), linesOf(text)];
      const first = found.findIndex((line, index) => line !== stored[index]);
      const lines = [differs(name), ...lineDifference(stored, found, wording)];
      const number = first < 0 ? found.length : first + 1;
      return { code: 'snapshot', line: scenarioLine(suiteCase, runs, number), text: lines.join('\n') };
    }
    case 'missing':
      return said(missing(name));
    case 'conflict':
      return said(conflict(name, snapshot.line));
    case 'unreadable':
      return said(unreadable(name, snapshot.reason));
    case 'unwritable':
      return said(unwritable(name, snapshot.reason));
    case 'matched':
    case 'written':
    case 'updated':
    case 'none':
      return null;
  }
}

/** Without the empty one behind the end of the last. */
function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}
