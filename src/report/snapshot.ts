import { limits } from '../base/limits.js';
import type { Run } from '../engine/run.js';
import type { SuiteCase } from '../suite/cases.js';
import { type TextOptions, type TextPiece, textPieces } from './text/text.js';

/**
 * A snapshot is compared, and its differences are read in reviews: lines are broken nowhere, so that they do not flow when
 * a word changes, and each step shows only what it has changed.
 */
const layout: TextOptions = { columns: Infinity, color: 0, tables: 'changed', shown: limits.snapshot };

/** What a snapshot of some runs holds: the report in English, which depends on nothing but the scenario. */
export function renderSnapshot(suiteCase: SuiteCase, runs: readonly Run[]): string {
  return snapshotPieces(suiteCase, runs)
    .map(({ text }) => text)
    .join('');
}

/** The line of the scenario that line `number` of a snapshot tells of, both from 1; null where it tells of none. */
export function scenarioLine(suiteCase: SuiteCase, runs: readonly Run[], number: number): number | null {
  let lines = 0;
  for (const { text, line } of snapshotPieces(suiteCase, runs)) {
    lines += text.split('\n').length - 1;
    if (lines >= number) return line;
  }
  return null;
}

function snapshotPieces({ scenario, variant }: SuiteCase, runs: readonly Run[]): TextPiece[] {
  return textPieces({ scenario, runs, options: { target: scenario.id, variant, lang: 'en' } }, layout);
}
