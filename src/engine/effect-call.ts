import type { SqlValue } from '../model/sql.js';
import { EffectError } from '../programs/ports.js';
import type { Recorder } from './recorder.js';
import type { Effect, Failure, ServerCall } from './server-call.js';

/** Something done outside the databases: a mail, a charge. It happens when the request arrives, and stays. */
export class EffectCall implements ServerCall {
  readonly name = 'effect';

  constructor(
    readonly world: { readonly recorder: Recorder },
    readonly actor: string,
    readonly effect: string,
    readonly event: string | null,
  ) {}

  get subject(): string {
    return this.event === null ? this.effect : `${this.effect} ${this.event}`;
  }

  get values(): readonly SqlValue[] {
    return this.event === null ? [] : [this.event];
  }

  refusedLocally(): null {
    return null;
  }

  unreachable(): boolean {
    return false;
  }

  async apply(): Promise<Effect> {
    const { actor, effect, event } = this;
    this.world.recorder.emit({ kind: 'effect-done', actor, effect, event });
    return { failure: null, result: { kind: 'effect' }, seen: () => undefined };
  }

  async refuse(code: string): Promise<Effect> {
    const failure: Failure = { code, constraint: null, position: null, message: 'refused' };
    return { failure, result: null, seen: () => undefined };
  }

  async lose(): Promise<void> {}

  async underWay(): Promise<void> {}

  errorFor({ code, message }: Failure): Error {
    return new EffectError(code, message);
  }

  noReply(): { readonly error: Error } {
    return { error: new EffectError('NO_REPLY', 'no answer came') };
  }
}
