import type { Language } from '../model/text.js';
import { knobText } from '../programs/knob.js';
import { programs } from '../programs/registry.js';
import { announcedFor } from '../scenario/expectation.js';
import type { BranchSpec, Scenario, Step } from '../scenario/scenario.js';
import { expectationTexts, stateTexts } from './expectation-text.js';
import { setupLines } from './script-setup.js';
import { stepText } from './step-text.js';
import { padEnd, paragraph } from './text/layout.js';
import { wordings } from './wording/wordings.js';

/** What a scenario sets up and does, without running it. */
export function renderScript(scenario: Scenario, language: Language, columns: number): string {
  const wording = wordings[language];
  const variants = [...variantLines(scenario, language, columns), ...knobLines(scenario, language, columns)];
  const lines = [
    ...paragraph(`${scenario.id} · ${scenario.title[language]}`, 0, columns),
    ...paragraph(scenario.teaches[language], 0, columns),
    ...(variants.length > 0 ? ['', ...variants] : []),
  ];
  lines.push(...setupLines(scenario, wording, language, columns));
  for (const [index, branch] of scenario.branches.entries()) {
    lines.push('');
    if (branch.name !== null) {
      const name = branch.title?.[language] ?? branch.name;
      lines.push(...paragraph(wording.branch(name, index + 1, scenario.branches.length), 0, columns));
    }
    lines.push(...branchLines(scenario, branch, language, columns));
  }
  return `${lines.join('\n')}\n`;
}

/** The variants of each program in the scenario; a star marks those that its processes run. */
function variantLines({ processes }: Scenario, language: Language, columns: number): string[] {
  const wording = wordings[language];
  // Several variants in one process stand for each of them.
  const own = new Set(processes.flatMap(({ variant }) => variant.split('+')));
  const used = programs.filter(({ name }) => processes.some(({ program }) => program === name));
  return used.flatMap(({ name: program, summary: does, variants }) => {
    const heading = used.length > 1 ? paragraph(`${program}: ${does[language]}`, 0, columns) : [];
    const lines = variants.flatMap(({ name, correct, summary }) => {
      const text = `${summary[language]}${correct ? '' : ` (${wording.wrongOnPurpose})`}`;
      const [first = '', ...rest] = paragraph(text, 27, columns);
      return [padEnd(`${own.has(name) ? ' * ' : '   '}${name}`, 27) + first.trimStart(), ...rest];
    });
    return [...heading, ...lines];
  });
}

/** The knobs of each program in the scenario, with what they can be set to. */
function knobLines({ processes }: Scenario, language: Language, columns: number): string[] {
  const used = programs.filter(({ name }) => processes.some(({ program }) => program === name));
  const lines = used.flatMap(({ name, knobs }) =>
    knobs.flatMap((knob) => {
      const { range, summary } = knob;
      const heading = `${name} ${knob.name}: ${summary[language]}${range.kind === 'words' ? '' : ` (${knobText(knob, knob.initial)})`}`;
      const words = range.kind === 'words' ? Object.entries(range.words) : [];
      return [
        ...paragraph(heading, 3, columns),
        ...words.flatMap(([word, meaning]) => {
          const [first = '', ...rest] = paragraph(meaning[language], 27, columns);
          return [padEnd(`${word === knob.initial ? '     * ' : '       '}${word}`, 27) + first.trimStart(), ...rest];
        }),
      ];
    }),
  );
  return lines.length === 0 ? [] : [wordings[language].script.knobs, ...lines];
}

function branchLines(scenario: Scenario, branch: BranchSpec, language: Language, columns: number): string[] {
  const { script, subjects } = wordings[language];
  const groups = branch.groups.flatMap(({ name, topic, reset, committed }) => {
    const known = committed.map(({ partition, offset }) => `${partition}:${offset}`).join(' ');
    const rest = known === '' ? '' : `, ${script.committed} ${known}`;
    return paragraph(`${name} <- ${topic}, auto.offset.reset=${reset}${rest}`, 3, columns);
  });
  const lines = [...(groups.length > 0 ? [script.groups, ...groups, ''] : []), script.steps];
  for (const [index, step] of branch.steps.entries()) {
    const [first = '', ...rest] = stepLines(step, scenario, language, columns);
    lines.push(padEnd(`  ${index + 1}`, 5) + first.trimStart(), ...rest);
  }
  const announced = announcedFor(branch.end.violates, undefined);
  const names = [...branch.invariants, ...branch.ownInvariants.map(({ name }) => name)];
  const invariants = names.map((name) => (announced.includes(name) ? `${name} (${script.violated})` : name));
  const end = stateTexts(branch.end, subjects);
  if (invariants.length + end.length > 0) lines.push('');
  if (invariants.length > 0) lines.push(...paragraph(`${script.invariants}: ${invariants.join(', ')}`, 3, columns));
  if (end.length > 0) lines.push(`   ${script.end}:`, ...end.flatMap((text) => paragraph(text, 5, columns)));
  return lines;
}

/** A step: what is asked before it, what it does, what must come of it, and what is said about it. */
function stepLines(step: Step, { events }: Scenario, language: Language, columns: number): string[] {
  const { script, subjects, question } = wordings[language];
  const asked = step.ask ? paragraph(question(step.ask[language]), 5, columns) : [];
  const said = step.say ? paragraph(step.say[language], 5, columns) : [];
  const expected = [
    ...(step.action === 'check' ? stateTexts(step.state, subjects) : []),
    ...(step.expect ? expectationTexts(step.expect, subjects) : []),
  ].flatMap((text) => paragraph(`${script.expect} ${text}`, 7, columns));
  if (step.action === 'say') return [...asked, ...said, ...expected];
  return [...asked, ...paragraph(stepText(step, events), 5, columns), ...expected, ...said];
}
