import type { Language } from '../../model/text.js';
import type { DatabaseServer } from '../../postgres/ports.js';
import { renderSnapshot } from '../../report/snapshot.js';
import { type SuiteSummary, worstStatus } from '../../report/suite/reporter.js';
import { type CaseResult, type Finding, playedResult } from '../../report/suite/result.js';
import type { CaseStatus } from '../../report/suite/status.js';
import { wordings } from '../../report/wording/wordings.js';
import { inOrder } from '../../suite/in-order.js';
import { playCase } from '../../suite/play-case.js';
import type { SnapshotPolicy } from '../../suite/snapshot.js';
import type { Engine } from '../engine.js';
import { exitCodes, UsageError } from '../exit.js';
import { interruptSignal, onInterrupt } from '../interrupt.js';
import { obsoleteSnapshots, removeSnapshots, snapshotPlace } from '../snapshot-files.js';
import { frameOf, type SuiteEntry, suiteEntries } from '../suite-files.js';
import { type SuiteOutputs, suiteOutputs } from '../suite-outputs.js';
import { isInCi } from '../terminal.js';
import { bugText } from '../words.js';
import { explained, NothingPlayed } from './run-failures.js';
import type { TestFlags } from './test-flags.js';

/** Runs the scenarios named `wanted`, each on one of `engines`. Returns the exit code. */
export async function testSuite(
  wanted: readonly string[],
  flags: TestFlags,
  lang: Language,
  engines: readonly Promise<Engine>[],
): Promise<number> {
  const entries = suiteEntries(wanted, flags, lang);
  const outputs = openOutputs(entries, flags, lang);
  onInterrupt(() => outputs.abandon());
  const signal = interruptSignal();
  try {
    const servers = (await Promise.all(engines)).map(({ server }) => server);
    const summary = await runEntries(entries, flags, lang, servers, outputs, signal);
    await outputs.finish();
    return signal.aborted ? (signal.reason as number) : suiteCodes[worstStatus(summary.results)];
  } finally {
    outputs.abandon();
  }
}

/** Opens what the reporters of `flags` write to. @throws UsageError where that is not possible. */
export function openOutputs(entries: readonly SuiteEntry[], { reporter }: TestFlags, lang: Language): SuiteOutputs {
  const inputs = entries.flatMap(({ uses }) => uses);
  return suiteOutputs(reporter ?? [{ reporter: 'default', file: null }], inputs, lang);
}

/** The exit code that each status comes to. */
export const suiteCodes: Readonly<Record<CaseStatus, number>> = {
  passed: exitCodes.asAnnounced,
  failed: exitCodes.notAsAnnounced,
  invalid: exitCodes.usage,
  inconclusive: exitCodes.inconclusive,
  bug: exitCodes.bug,
};

/** Runs all entries and tells of each, and at the end of the whole. */
export async function runEntries(
  entries: readonly SuiteEntry[],
  flags: TestFlags,
  lang: Language,
  servers: readonly DatabaseServer[],
  outputs: SuiteOutputs,
  signal: AbortSignal,
): Promise<SuiteSummary> {
  const results: CaseResult[] = [];
  outputs.begin(entries.length);
  await inOrder(
    entries,
    servers,
    (entry, server) => resultOf(entry, flags, lang, server),
    (result) => {
      results.push(result);
      outputs.see(result);
      return !(flags.bail && result.status !== 'passed');
    },
    signal,
  );
  const notRun = entries.slice(results.length);
  const endedBy = signal.aborted ? 'interrupted' : notRun.length > 0 ? 'bail' : null;
  const files = new Set(entries.flatMap((entry) => (entry.kind === 'case' ? [entry.of] : [])));
  const obsolete = obsoleteSnapshots([...files]);
  const pruned = flags.prune === true && obsolete.length > 0;
  if (pruned) removeSnapshots(obsolete);
  const summary = { results, notRun, endedBy, obsolete: obsolete.map(({ name }) => name), pruned } as const;
  outputs.end(summary);
  return summary;
}

async function resultOf(
  entry: SuiteEntry,
  flags: TestFlags,
  lang: Language,
  server: DatabaseServer,
): Promise<CaseResult> {
  if (entry.kind === 'wrong') return entry.result;
  const { name, file, of, suiteCase } = entry;
  const place = snapshotPlace(of, name);
  const frame = (line: number) => frameOf(of.places, line);
  const options = { render: renderSnapshot, place, policy: policyOf(flags), repeat: flags.repeat };
  try {
    const played = await playCase(suiteCase, server, options);
    return playedResult({ suiteCase, file, snapshot: place.name, frame }, played, wordings[lang]);
  } catch (error) {
    const line = (error as { readonly line?: number | null }).line ?? null;
    const { status, code, text } = failureOf(error, file, lang);
    return {
      name,
      file,
      status,
      snapshot: null,
      findings: [{ code, line, text, frame: line === null ? [] : frame(line) }],
    };
  }
}

/** What keeps a case from being played. */
function failureOf(
  error: unknown,
  file: string,
  lang: Language,
): Pick<Finding, 'code' | 'text'> & Pick<CaseResult, 'status'> {
  const told = explained(error, file, lang);
  if (told instanceof UsageError) return { status: 'invalid', code: 'refused', text: told.message };
  if (told instanceof NothingPlayed) return { status: 'inconclusive', code: 'stopped', text: told.message };
  return { status: 'bug', code: 'bug', text: bugText(error) };
}

function policyOf({ update }: TestFlags): SnapshotPolicy {
  if (update) return 'update';
  return isInCi(process.env) ? 'compare' : 'add';
}
