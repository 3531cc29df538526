import { SQL_OPERATIONS } from '../model/names.js';
import { recordName } from '../model/record.js';
import type { TraceEvent } from '../trace/event.js';
import { byName, type Check, type EvidenceCode, type Findings, find, noFindings, verdictOf } from './check.js';

/**
 * Where a unit of work stands: what it may call next and conclude. `failed` needs no clean-up, `dirty` and `known`
 * need exactly one; `clean-*` have had it.
 */
type Phase =
  | 'new'
  | 'begun'
  | 'marked'
  | 'saved'
  | 'committed'
  | 'known'
  | 'clean-known'
  | 'failed'
  | 'dirty'
  | 'clean-dirty'
  | 'broken';

interface Unit {
  phase: Phase;
  /** The operation whose error decides the outcome. */
  failedBy: number | null;
}

interface State {
  readonly findings: Findings;
  /** The unit of work that each process is in. */
  readonly units: Record<string, { readonly unit: number; readonly call: Unit }>;
}

const calls: ReadonlySet<string> = new Set(SQL_OPERATIONS);

/**
 * The contract of `processHistoryOnce`, call by call, for programs that claim it. A unit that a crash cuts short needs
 * only to be the beginning of an allowed sequence.
 */
export const repositoryContract: Check<State> = {
  name: 'repository-contract',
  claimed: true,
  initial: () => ({ findings: noFindings(), units: byName() }),
  step: (state, event, world) => {
    if (event.kind !== 'operation' && event.kind !== 'concluded') return;
    const process = event.kind === 'operation' ? event.actor : event.process;
    if (!world.processes.get(process)?.claims.includes('repository-contract')) return;
    const entry = state.units[process];
    // What a dead life had sent may arrive while the next one is at work.
    if (entry && event.unit < entry.unit) return;
    const current = entry?.unit === event.unit ? entry.call : { phase: 'new' as const, failedBy: null };
    state.units[process] = { unit: event.unit, call: current };
    const broken =
      event.kind === 'operation' ? judgeCall(state, current, event) : judgeConclusion(state, current, event);
    if (broken === null) return;
    current.phase = 'broken';
    find(state.findings, {
      code: broken,
      step: world.step,
      args: {
        process,
        ...(event.kind === 'operation'
          ? { call: event.name }
          : { outcome: event.outcome, record: recordName(event.record) }),
      },
    });
  },
  verdict: ({ findings }) => verdictOf(findings),
};

/** Follows one call; returns what is wrong with it, or null. */
function judgeCall(state: State, unit: Unit, event: TraceEvent & { kind: 'operation' }): EvidenceCode | null {
  if (!calls.has(event.name) || event.client === 'waiting' || unit.phase === 'broken') return null;
  state.findings.exercised = true;
  const failed = event.client !== 'ok';
  const next = following(unit.phase, event, failed);
  if (next === null) {
    return event.name === 'rollback' && unit.phase === 'committed'
      ? 'contract-rollback-after-commit'
      : 'contract-unexpected-call';
  }
  if (failed && event.name !== 'rollback') unit.failedBy = event.id;
  unit.phase = next;
  return null;
}

/** The phase after a call that is allowed in `phase`; null where it is not. */
function following(phase: Phase, event: TraceEvent & { kind: 'operation' }, failed: boolean): Phase | null {
  const { name, result } = event;
  if (phase === 'new' && name === 'begin') return failed ? 'failed' : 'begun';
  if (phase === 'begun' && name === 'tryInbox') {
    if (failed) return 'dirty';
    return result?.kind === 'sql' && result.rows.length > 0 ? 'marked' : 'known';
  }
  if (phase === 'marked' && name === 'saveHistory') return failed ? 'dirty' : 'saved';
  if (phase === 'saved' && name === 'commit') return failed ? 'dirty' : 'committed';
  if (phase === 'known' && name === 'rollback') return 'clean-known';
  if (phase === 'dirty' && name === 'rollback') return 'clean-dirty';
  return null;
}

function judgeConclusion(state: State, unit: Unit, event: TraceEvent & { kind: 'concluded' }): EvidenceCode | null {
  if (unit.phase === 'broken') return null;
  // A record that could not even be decoded never came to the repository.
  if (unit.phase === 'new') return event.outcome === 'unknown' ? null : 'contract-wrong-outcome';
  state.findings.exercised = true;
  if (unit.phase === 'known' || unit.phase === 'dirty') return 'contract-no-clean-up';
  const expected = {
    committed: 'applied',
    'clean-known': 'already-applied',
    'clean-dirty': 'unknown',
    failed: 'unknown',
  };
  if (expected[unit.phase as keyof typeof expected] !== event.outcome) return 'contract-wrong-outcome';
  if (event.outcome === 'unknown' && event.errorFrom !== unit.failedBy) return 'contract-other-error';
  return null;
}
