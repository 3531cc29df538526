import type { Node } from 'yaml';
import { limits } from '../base/limits.js';
import type { Expected } from '../model/expected.js';
import { ACTOR_STEPS, RESERVED_WORDS, STEP_MODIFIERS, WORLD_STEPS } from '../model/names.js';
import { plainText } from './collections.js';
import { type FaultPlace, readFaults } from './faults.js';
import { checkFitting } from './fitting.js';
import type { Known } from './known.js';
import { linkOperation, linkSql } from './link-operations.js';
import { linkStepExpectation } from './link-state.js';
import { linkWord } from './link-words.js';
import { type LinkedAction, REFUSABLE } from './linked-action.js';
import { nearest } from './nearest.js';
import { type Located, pairsOf, type Reader, spanOf } from './reader.js';
import { Remembered } from './remembered.js';
import type { Conclusion, Step } from './scenario.js';
import type { ReadStep } from './step-grammar.js';
import { eachName } from './template.js';

const millisecondsPerDay = 86_400_000;

/** Turns the steps of one branch, from the beginning, into what the engine takes. */
export class StepLinker {
  readonly #reader: Reader;
  readonly #remembered: Remembered;
  /** The step at which each label stands, from 0. */
  readonly #labels = new Map<string, number>();
  #milliseconds = 0;

  constructor(readonly known: Known) {
    this.#reader = known.reader;
    this.#remembered = new Remembered(known);
  }

  link(steps: readonly ReadStep[]): Step[] {
    for (const [index, { modifiers }] of steps.entries()) {
      const label = modifiers.label?.read;
      if (!label) continue;
      // A fault that waits until "later" waits for the end of the steps, not for a label.
      if (label.value === 'later') this.#reader.report('reserved-name', label.span, { name: label.value });
      if (this.#labels.has(label.value)) {
        this.#reader.report('duplicate-name', label.span, { what: 'label', name: label.value });
      } else this.#labels.set(label.value, index);
    }
    return steps.flatMap((step, index) => this.#step(step, index) ?? []);
  }

  #step(step: ReadStep, index: number): Step | undefined {
    const linked = this.#linked(step, index);
    // Whoever was to remember it, its name would be told to be unknown in each step that takes it up.
    if (!linked && step.modifiers.as) this.#remembered.lose(step.modifiers.as.read.value);
    return linked;
  }

  #linked(step: ReadStep, index: number): Step | undefined {
    const { actions, modifiers } = step;
    const [first, second] = actions;
    const slip = second
      ? actions.find(({ value }) => !this.#isAction(value) && nearest(value, STEP_MODIFIERS).length > 0)
      : undefined;
    if (slip) return this.#reader.unknownKey(slip, STEP_MODIFIERS);
    if (second) {
      return this.#reader.report('not-one-action', second.span, {
        actions: actions.map(({ value }) => value),
      });
    }
    if (!first && !modifiers.say) return this.#reader.report('not-one-action', step.span, { actions: [] });
    const linked = first ? this.#action(step) : saying;
    const rest = this.#modifiers(step, linked, index);
    if (!linked) return undefined;
    if (linked.action.action === 'advance') this.#checkClock(linked.action.milliseconds, step);
    return { line: this.#reader.lineAt(step.span.start), ...rest, ...linked.action };
  }

  #isAction(key: string): boolean {
    return (WORLD_STEPS as readonly string[]).includes(key) || this.known.isActor(key.split('.')[0] ?? '');
  }

  #action({ action, modifiers }: ReadStep): LinkedAction | undefined {
    const { known } = this;
    if (!action) return undefined;
    if (action.kind === 'word') return linkWord(action, known);
    if ((RESERVED_WORDS as readonly string[]).includes(action.key.value)) {
      return this.#reader.report('reserved-name', action.key.span, { name: action.key.value });
    }
    const context = { known, remembered: this.#remembered, each: modifiers.each?.read ?? null };
    if (action.kind === 'sql') return linkSql(action.key, action.text, modifiers.params?.read ?? [], context);
    if (action.kind === 'operation') return linkOperation(action, context);
    return this.#noOperation(action.key, action.operation, action.value);
  }

  /** A key that is no word, with a value that is no operation: a slip in the one or in the other. */
  #noOperation(key: Located<string>, operation: Located<string> | undefined, value: Node) {
    const { known } = this;
    const [name = ''] = key.value.split('.');
    if (!known.isActor(name)) return this.#reader.unknownKey(key, [...WORLD_STEPS, ...known.actorNames()], true);
    const operations: readonly string[] = known.processes.some((process) => process.name === name)
      ? ['seek']
      : [...actorOperations];
    const [, second] = pairsOf(value);
    if (second && operation && operations.includes(operation.value)) {
      return this.#reader.wrongValue(spanOf(second.key), { is: 'one-operation', actor: name });
    }
    if (operation) {
      return this.#reader.report('unknown-name', operation.span, {
        what: 'operation',
        name: operation.value,
        nearest: nearest(operation.value, operations),
        known: operations,
      });
    }
    const expected: Expected = operations.includes('produce')
      ? { is: 'actor-action', actor: name }
      : { is: 'process-action', process: name };
    return this.#reader.wrongType(value, expected);
  }

  #modifiers({ modifiers, span }: ReadStep, linked: LinkedAction | undefined, index: number) {
    const reader = this.#reader;
    const refuses = linked?.refuses ?? [];
    for (const modifier of refuses) {
      const misplaced = modifiers[modifier];
      if (misplaced) reader.report('modifier-not-here', misplaced.key.span, { modifier, action: linked?.name ?? '' });
    }
    // What is refused has been reported, and what it says is not looked at.
    const fitting = Object.entries(modifiers).filter(([key]) => !refuses.some((modifier) => modifier === key));
    const { fault, expect, as, each, concludes, writes, reads, ask, say, label }: ReadStep['modifiers'] =
      Object.fromEntries(fitting);
    const actor = linked && 'actor' in linked.action ? linked.action.actor : null;
    if (as?.read.value === eachName) reader.report('reserved-name', as.read.span, { name: eachName });
    const conclusion =
      concludes && actor !== null ? this.#conclusion(concludes, actor, each?.read ?? null, span) : null;
    if (each && actor !== null)
      this.#remembered.check(actor, { name: each.read.value, path: [] }, each.read.span, null);
    if (as && actor !== null) this.#remembered.add(actor, as.read.value);
    if (expect && linked) checkFitting(expect.read, linked.action, linked.name, reader);
    return {
      label: label?.read.value ?? null,
      ask: ask ? plainText(ask.read) : null,
      say: say ? plainText(say.read) : null,
      as: as?.read.value ?? null,
      each: each?.read.value ?? null,
      concludes: conclusion,
      ...this.#items(writes?.read, reads?.read, actor, each?.read ?? null),
      faults: linked && fault ? readFaults(fault.read, this.#faultPlace(linked, index), reader) : [],
      expect: expect ? linkStepExpectation(expect.read, this.known) : null,
    };
  }

  #conclusion(
    { key, read }: NonNullable<ReadStep['modifiers']['concludes']>,
    actor: string,
    each: Located<string> | null,
    span: ReadStep['span'],
  ): Conclusion {
    if (!this.known.actor(actor)?.reader) {
      this.#reader.report('actor-lacks', key.span, { actor, lack: 'record', action: key.value });
    }
    if (!read.record) return { outcome: read.outcome.value, record: null };
    this.#remembered.checkAll(actor, read.record.template, span, each);
    return { outcome: read.outcome.value, record: read.record.template };
  }

  #items(
    writes: NonNullable<ReadStep['modifiers']['writes']>['read'] | undefined,
    reads: NonNullable<ReadStep['modifiers']['reads']>['read'] | undefined,
    actor: string | null,
    each: Located<string> | null,
  ): Pick<Step, 'writes' | 'reads'> {
    const items = [writes?.item, writes?.value, reads?.item].filter((read) => read !== undefined);
    for (const { template, span } of items) {
      if (actor !== null) this.#remembered.checkAll(actor, template, span, each);
    }
    return {
      writes: writes ? { item: writes.item.template, value: writes.value?.template } : null,
      reads: reads
        ? { item: reads.item.template, key: reads.key?.value ?? null, value: reads.value?.value ?? null }
        : null,
    };
  }

  #faultPlace({ operations }: LinkedAction, index: number): FaultPlace {
    const labels = this.#labels;
    return {
      operations,
      only: operations.length === 1 ? (operations[0] ?? null) : null,
      isLaterLabel: (name) => (labels.get(name) ?? -1) > index,
      laterLabels: () => [...labels].flatMap(([label, at]) => (at > index ? [label] : [])).slice(0, 10),
    };
  }

  #checkClock(milliseconds: number, { span }: ReadStep): void {
    this.#milliseconds += milliseconds;
    if (this.#milliseconds > limits.clockDays * millisecondsPerDay) {
      this.#reader.wrongValue(span, { is: 'at-most-days', count: limits.clockDays });
    }
  }
}

const actorOperations = ACTOR_STEPS.filter((word) => word !== 'sql');

const saying: LinkedAction = {
  action: { action: 'say' },
  name: 'say',
  operations: [],
  refuses: REFUSABLE,
};
