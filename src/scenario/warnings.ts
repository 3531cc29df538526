import type { ReadText } from './collections.js';
import type { ReadScenario } from './grammar.js';
import type { Reader } from './reader.js';
import type { BranchSpec, Scenario, Step } from './scenario.js';
import type { ReadStep } from './step-grammar.js';
import { addStepWarnings, type StepPair } from './step-warnings.js';
import { eventOf } from './values.js';

/** Reports what is legal and surely not meant, in a scenario without errors. */
export function addWarnings(scenario: Scenario, read: ReadScenario, reader: Reader): void {
  const branches = branchSteps(scenario, read);
  for (const steps of branches) addStepWarnings(steps, scenario.processes, reader);
  const all = branches.flat();
  warnOfUnused(all, scenario, read, reader);
  warnOfLabels(all, reader);
  warnOfTranslations(textsOf(read), reader);
  if (all.length === 0) reader.report('no-steps', read.id.span, {});
  else if (!isJudged(scenario)) reader.report('nothing-judged', read.id.span, {});
}

/** The steps of each branch from the beginning. A scenario without errors has understood every step. */
function branchSteps({ branches }: Scenario, read: ReadScenario): StepPair[][] {
  const ownSteps = new Map(read.branches?.map(({ name, value }) => [name.value, value.steps]));
  return branches.map((branch) => {
    const own = (branch.name === null ? undefined : ownSteps.get(branch.name)) ?? [];
    const written = [...(read.steps ?? []), ...own];
    return branch.steps.flatMap((step, index): StepPair[] => {
      const readStep = written[index];
      return readStep ? [{ read: readStep, step }] : [];
    });
  });
}

function warnOfUnused(all: readonly StepPair[], scenario: Scenario, read: ReadScenario, reader: Reader): void {
  const produced = new Set(all.flatMap(({ step }) => ('record' in step && step.record.event) || []));
  // A record that a step writes out may carry the event as well.
  const carried = new Set(all.flatMap(({ step }) => ('record' in step && eventOf(step.record.value)) || []));
  for (const { name, value } of read.events ?? []) {
    const id = eventOf(value.value.payload);
    if (!produced.has(name.value) && (id === null || !carried.has(id)))
      reader.report('never-produced', name.span, { event: name.value });
  }
  const named = new Set(all.flatMap(({ step }) => namedIn(step)));
  for (const { name } of read.actors ?? []) {
    if (!named.has(name.value)) reader.report('unused-actor', name.span, { name: name.value, process: false });
  }
  // Whoever is not named still works at the end, where the scenario wants everything drained.
  if (scenario.branches.some(({ invariants }) => invariants.includes('drained'))) return;
  for (const { name } of read.processes ?? []) {
    if (!named.has(name.value)) reader.report('unused-actor', name.span, { name: name.value, process: true });
  }
}

function namedIn(step: Step): readonly string[] {
  if (step.action === 'rebalance') return step.without;
  return 'actor' in step ? [step.actor] : [];
}

function warnOfLabels(all: readonly StepPair[], reader: Reader): void {
  const awaited = new Set(
    all.flatMap(({ step }) =>
      step.faults.flatMap(({ fault }) => {
        const arrival = 'until' in fault ? fault.until : 'noticed' in fault ? fault.noticed : undefined;
        return arrival?.at === 'step' ? [arrival.label] : [];
      }),
    ),
  );
  for (const { read } of all) {
    const label = read.modifiers.label?.read;
    if (label && !awaited.has(label.value)) reader.report('unused-label', label.span, { label: label.value });
  }
}

interface NamedText {
  readonly what: string;
  readonly text: ReadText;
}

function textsOf(read: ReadScenario): NamedText[] {
  const branches = (read.branches ?? []).map(({ value }) => value);
  const texts: NamedText[] = [
    { what: 'title', text: read.title },
    { what: 'teaches', text: read.teaches },
  ];
  for (const item of [read, ...branches].flatMap(({ invariants }) => invariants ?? [])) {
    if ('message' in item) texts.push({ what: 'message', text: item.message });
  }
  const steps: ReadStep[] = [...(read.steps ?? [])];
  for (const branch of branches) {
    if (branch.title) texts.push({ what: 'title', text: branch.title });
    steps.push(...(branch.steps ?? []));
  }
  for (const { modifiers } of steps) {
    if (modifiers.ask) texts.push({ what: 'ask', text: modifiers.ask.read });
    if (modifiers.say) texts.push({ what: 'say', text: modifiers.say.read });
  }
  return texts;
}

/** A single word, such as an id, may well be the same in both languages. */
function warnOfTranslations(texts: readonly NamedText[], reader: Reader): void {
  if (texts.every(({ text }) => text.plain)) return;
  for (const { what, text } of texts) {
    if (text.plain && /\p{L}.*\s.*\p{L}/su.test(text.en)) reader.report('missing-translation', text.span, { what });
  }
}

function isJudged({ branches }: Scenario): boolean {
  return branches.every(
    (branch) => branch.invariants.length + branch.ownInvariants.length > 0 || expectsAnything(branch),
  );
}

function expectsAnything({ steps, end }: BranchSpec): boolean {
  return steps.some(({ action, expect }) => action === 'check' || expect !== null) || !isEmpty(end);
}

function isEmpty({ tables, offsets, lag, log, assignment, lsn, ledger }: BranchSpec['end']): boolean {
  return [tables, offsets, lag, log, assignment, lsn].every((list) => list.length === 0) && ledger === null;
}
