import { formatDuration } from '../base/time.js';
import type { Language } from '../model/text.js';
import { programs } from '../programs/registry.js';
import { announcedFor, type BranchSpec, type Scenario, type Step } from '../scenario/scenario.js';
import { faultText } from './fault-text.js';
import { padEnd, paragraph } from './text/layout.js';
import { wordings } from './wording/wordings.js';

/** What a scenario sets up and does, without running it. */
export function renderScript(scenario: Scenario, language: Language, columns: number): string {
  const wording = wordings[language];
  const lines = [
    ...paragraph(`${scenario.id} · ${scenario.title[language]}`, 0, columns),
    ...paragraph(scenario.teaches[language], 0, columns),
    '',
    ...variantLines(scenario, language, columns),
  ];
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
  const own = new Set(processes.map(({ variant }) => variant));
  return programs
    .filter(({ name }) => processes.some(({ program }) => program === name))
    .flatMap(({ variants }) => variants)
    .flatMap(({ name, correct, summary }) => {
      const text = `${summary[language]}${correct ? '' : ` (${wording.wrongOnPurpose})`}`;
      const [first = '', ...rest] = paragraph(text, 27, columns);
      return [padEnd(`${own.has(name) ? ' * ' : '   '}${name}`, 27) + first.trimStart(), ...rest];
    });
}

function branchLines(scenario: Scenario, branch: BranchSpec, language: Language, columns: number): string[] {
  const { script } = wordings[language];
  const lines = branch.groups.flatMap(({ name, topic, reset, committed }) => {
    const known = committed.map(({ partition, offset }) => `${partition}:${offset}`).join(' ');
    const rest = known === '' ? '' : `, ${script.committed} ${known}`;
    return paragraph(`${name} <- ${topic}, auto.offset.reset=${reset}${rest}`, 3, columns);
  });
  for (const [index, step] of branch.steps.entries()) {
    const [first = '', ...rest] = paragraph(stepText(step), 5, columns);
    lines.push(padEnd(`  ${index + 1}`, 5) + first.trimStart(), ...rest);
    if (step.say) lines.push(...paragraph(step.say[language], 5, columns));
  }
  const announced = announcedFor(branch.end.violates, undefined);
  const invariants = scenario.invariants.map((name) =>
    announced.includes(name) ? `${name} (${script.violated})` : name,
  );
  if (invariants.length > 0) lines.push(...paragraph(`${script.invariants}: ${invariants.join(', ')}`, 3, columns));
  return lines;
}

/** A step in the words of the scenario language. */
function stepText(step: Step): string {
  const faults = step.faults.map(
    ({ operation, fault, occurrence }) =>
      `${operation}: ${faultText(fault)}${occurrence > 1 ? ` (#${occurrence})` : ''}`,
  );
  const tail = faults.length > 0 ? `, fault {${faults.join(', ')}}` : '';
  switch (step.action) {
    case 'produce':
      return `${step.actor}: produce ${step.event.name}${step.count > 1 ? ` x ${step.count}` : ''}${tail}`;
    case 'seek':
      return `${step.actor}: seek partition ${step.partition} to ${step.offset}`;
    case 'run':
      return `run ${step.actor}${step.until ? ` until ${step.until}` : ''}${tail}`;
    case 'crash':
    case 'restart':
      return `${step.action} ${step.actor}`;
    case 'advance':
      return `advance ${formatDuration(step.milliseconds)}`;
    case 'check':
    case 'say':
      return step.action;
  }
}
