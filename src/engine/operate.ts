import type { Fault } from '../model/fault.js';
import type { ClientView, OperationDone, ServerView } from '../trace/event.js';
import type { FaultPlan } from './fault-plan.js';
import type { Recorder } from './recorder.js';
import type { Effect, ServerCall } from './server-call.js';
import type { UnderWay } from './under-way.js';

/** Who sends an operation. */
export interface Sender {
  readonly name: string;
  /** The unit of work it belongs to, from 1; 0 for an actor without a program. */
  readonly unit: number;
  /** Whether the one who sent it is still there to see a reply. */
  alive(): boolean;
  /** Kills the actor: its memory and its connections are gone. */
  crash(): Promise<void>;
  /** The error that the actor saw, so that it can be recognised when the actor hands it on. */
  saw(error: Error, operation: number): void;
}

/** What the sender gets. `dead` gets nothing any more; `waiting` gets its reply through `resume` when it arrives. */
export type Settled =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: Error }
  | { readonly kind: 'dead' }
  | { readonly kind: 'waiting' };

export interface OperationWorld {
  readonly recorder: Recorder;
  readonly underWay: UnderWay;
  now(): number;
}

/**
 * The life of one operation: sent, effect at the server, reply seen. The only place that knows what a fault does, for
 * every kind of operation alike (design: operations and faults).
 */
export async function operate(
  world: OperationWorld,
  sender: Sender,
  call: ServerCall,
  plan: FaultPlan,
  resume: (settled: Settled) => Promise<void>,
): Promise<Settled> {
  const id = world.recorder.nextOperation();
  const report = (
    fault: Fault | null,
    client: ClientView,
    server: ServerView,
    effect?: Effect,
    seen?: Error,
    arrived = false,
  ) => {
    world.recorder.emit(operationEvent({ id, sender, call, fault, client, server, arrived }, effect, seen));
    if (seen) sender.saw(seen, id);
  };

  const refused = call.refusedLocally();
  if (refused) {
    report(null, 'not-sent', 'nothing', undefined, refused);
    return { kind: 'error', error: refused };
  }

  const fault = plan.take(call.name);
  switch (fault?.kind) {
    case 'crash-before':
      report(fault, 'crashed', 'nothing');
      await sender.crash();
      return { kind: 'dead' };
    case 'crash-after': {
      const effect = await call.apply();
      report(fault, 'crashed', serverView(effect), effect);
      await sender.crash();
      return { kind: 'dead' };
    }
    case 'lost-request':
    case 'lost-reply': {
      const effect = fault.kind === 'lost-reply' ? await call.apply() : undefined;
      await call.lose(fault.noticed);
      const seen = call.noReply();
      report(
        fault,
        'no-reply',
        effect ? serverView(effect) : 'nothing',
        effect,
        'error' in seen ? seen.error : undefined,
      );
      return 'error' in seen ? { kind: 'error', error: seen.error } : { kind: 'value', value: seen.value };
    }
    case 'error': {
      const effect = await call.refuse(fault.code);
      return reply(call, effect, (client, seen) => report(fault, client, serverView(effect), effect, seen));
    }
    case 'delay':
      report(fault, 'waiting', 'pending');
      await call.underWay(true);
      world.underWay.add(fault.until, world.now(), async () => {
        const effect = await call.apply();
        const told = (client: ClientView, seen?: Error) =>
          report(fault, client, serverView(effect), effect, seen, true);
        const settled = sender.alive() ? reply(call, effect, told) : null;
        if (!settled) told('crashed');
        await call.underWay(false);
        if (settled) await resume(settled);
      });
      return { kind: 'waiting' };
    case undefined: {
      const effect = await call.apply();
      return reply(call, effect, (client, seen) => report(null, client, serverView(effect), effect, seen));
    }
  }
}

/** The sender sees what the server answered. */
function reply(call: ServerCall, effect: Effect, report: (client: ClientView, seen?: Error) => void): Settled {
  if (effect.failure) {
    const error = call.errorFor(effect.failure);
    report('error', error);
    return { kind: 'error', error };
  }
  const value = effect.seen();
  if (value instanceof Error) {
    report('error', value);
    return { kind: 'error', error: value };
  }
  report('ok');
  return { kind: 'value', value };
}

function serverView(effect: Effect): ServerView {
  return effect.failure ? 'refused' : 'done';
}

function operationEvent(
  about: {
    readonly id: number;
    readonly sender: Sender;
    readonly call: ServerCall;
    readonly fault: Fault | null;
    readonly client: ClientView;
    readonly server: ServerView;
    readonly arrived: boolean;
  },
  effect: Effect | undefined,
  seen: Error | undefined,
): OperationDone {
  const { id, sender, call, fault, client, server, arrived } = about;
  const code = seen && 'code' in seen ? String(seen.code) : effect?.failure?.code;
  return {
    kind: 'operation',
    id,
    arrived,
    actor: sender.name,
    unit: sender.unit,
    name: call.name,
    fault,
    client,
    server,
    result: effect?.result ?? null,
    error: code === undefined ? null : { code, constraint: effect?.failure?.constraint ?? null },
  };
}
