import type { Span } from '../model/diagnostic.js';
import type { Known } from './known.js';
import { nearest } from './nearest.js';
import { type Located, listed } from './reader.js';
import { eachName, type Reference, referencesOf, type ValueTemplate } from './template.js';

/** What each actor remembers at some point of the steps, by name. What a crash wipes stays here: a restart may bring it back. */
export class Remembered {
  readonly #names = new Map<string, Set<string>>();

  /** Names that a step with an error was to give. */
  readonly #lost = new Set<string>();

  constructor(readonly known: Known) {}

  add(actor: string, name: string): void {
    this.#of(actor).add(name);
  }

  /** Takes note that `name` is given, if wrongly, and to whomever. */
  lose(name: string): void {
    this.#lost.add(name);
  }

  has(actor: string, name: string): boolean {
    return this.#of(actor).has(name);
  }

  /** Reports what a template refers to and the actor does not remember. */
  checkAll(actor: string, template: ValueTemplate, span: Span, each: Located<string> | null): void {
    for (const reference of referencesOf(template)) this.check(actor, reference, span, each);
  }

  check(actor: string, reference: Reference, span: Span, each: Located<string> | null): void {
    const { name } = reference;
    if (name === eachName && each === null && !this.has(actor, name))
      return void this.known.reader.report('each-missing', span, {});
    if (name === eachName ? each !== null : this.has(actor, name)) return;
    this.missing(actor, name, span, each ? [eachName] : []);
  }

  /** Reports a name that the actor does not remember; `others` are known at that place besides what it remembers. */
  missing(actor: string, name: string, span: Span, others: readonly string[] = []): undefined {
    const { reader } = this.known;
    if (this.#lost.has(name)) return undefined;
    const known = reader.isFull('not-remembered') ? [] : [...this.#of(actor), ...others];
    return reader.report('not-remembered', span, { actor, name, nearest: nearest(name, known), known: listed(known) });
  }

  #of(actor: string): Set<string> {
    const known = this.#names.get(actor) ?? new Set(Object.keys(this.known.actor(actor)?.memory ?? {}));
    this.#names.set(actor, known);
    return known;
  }
}
