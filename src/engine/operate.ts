import type { Fault } from '../model/fault.js';
import type { ClientView, OperationDone, ServerView } from '../trace/event.js';
import type { FaultPlan } from './fault-plan.js';
import type { Recorder } from './recorder.js';
import type { Effect, ServerCall } from './server-call.js';
import type { Standstill } from './standstill.js';
import type { UnderWay } from './under-way.js';

/** Who sends an operation. */
export interface Sender {
  readonly name: string;
  /** The unit of work it belongs to, from 1; 0 for an actor without a program. */
  readonly unit: number;
  /** Whether the one who sent it is still there to see a reply. */
  alive(): boolean;
  /** Whether it stands still: no reply is seen until it moves again. */
  readonly standstill: Standstill;
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
 * every kind of operation alike.
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
    if (effect?.failure) world.recorder.serverWords.set(id, effect.failure.message);
    if (seen) sender.saw(seen, id);
  };

  const refused = call.refusedLocally();
  if (refused) {
    report(null, 'not-sent', 'nothing', undefined, refused);
    return { kind: 'error', error: refused };
  }

  const fault = plan.take(call.name);
  // Nothing comes of a request to a server that is away; whoever dies before sending asks nothing of it.
  if (call.unreachable() && fault?.kind !== 'crash-before' && fault?.kind !== 'delay') {
    await call.lose(undefined);
    const { settled, error } = silence(call);
    report(fault, fault?.kind === 'crash-after' ? 'crashed' : 'no-reply', 'nothing', undefined, error);
    if (fault?.kind !== 'crash-after') return settled;
    await sender.crash();
    return { kind: 'dead' };
  }
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
      const { settled, error } = silence(call);
      report(fault, 'no-reply', effect ? serverView(effect) : 'nothing', effect, error);
      return settled;
    }
    case 'error': {
      const effect = await call.refuse(fault.code);
      return reply(call, effect, (client, seen) => report(fault, client, serverView(effect), effect, seen));
    }
    case 'delay':
      report(fault, 'waiting', 'pending');
      await call.underWay(true);
      world.underWay.add(fault.until, world.now(), () =>
        arriveLate(sender, call, resume, (client, server, effect, seen) =>
          report(fault, client, server, effect, seen, true),
        ),
      );
      return { kind: 'waiting' };
    case 'late-reply': {
      const effect = await call.apply();
      report(fault, 'waiting', serverView(effect), effect);
      const told = (client: ClientView, seen?: Error) => report(fault, client, serverView(effect), effect, seen, true);
      world.underWay.add(fault.until, world.now(), () =>
        replyLate(sender, resume, told, () => reply(call, effect, told)),
      );
      return { kind: 'waiting' };
    }
    case undefined: {
      const effect = await call.apply();
      return reply(call, effect, (client, seen) => report(null, client, serverView(effect), effect, seen));
    }
  }
}

/** A delayed request arrives; its sender may have died meanwhile, and the server may be away by now. */
async function arriveLate(
  sender: Sender,
  call: ServerCall,
  resume: (settled: Settled) => Promise<void>,
  report: (client: ClientView, server: ServerView, effect?: Effect, seen?: Error) => void,
): Promise<void> {
  if (call.unreachable()) {
    await call.lose(undefined);
    await call.underWay(false);
    await replyLate(
      sender,
      resume,
      () => report('crashed', 'nothing', undefined, silence(call).error),
      () => {
        const { settled, error } = silence(call);
        report('no-reply', 'nothing', undefined, error);
        return settled;
      },
    );
    return;
  }
  const effect = await call.apply();
  const told = (client: ClientView, seen?: Error) => report(client, serverView(effect), effect, seen);
  // The server has done it; whoever stands still knows nothing of that yet.
  if (sender.standstill.still) told('waiting');
  await call.underWay(false);
  await replyLate(sender, resume, told, () => reply(call, effect, told));
}

/** A reply comes at last. It is seen by whoever lives, and not before it moves again. */
function replyLate(
  sender: Sender,
  resume: (settled: Settled) => Promise<void>,
  unseen: (client: 'crashed') => void,
  seen: () => Settled,
): Promise<void> {
  return sender.standstill.meet(async () => {
    if (sender.alive()) await resume(seen());
    else unseen('crashed');
  });
}

/** No reply comes, and the sender makes of that what its client makes of it. */
function silence(call: ServerCall): { readonly settled: Settled; readonly error?: Error } {
  const seen = call.noReply();
  if ('error' in seen) return { settled: { kind: 'error', error: seen.error }, error: seen.error };
  return { settled: { kind: 'value', value: seen.value } };
}

/** The sender sees what the server answered. */
function reply(call: ServerCall, effect: Effect, report: (client: ClientView, seen?: Error) => void): Settled {
  if (effect.failure) {
    const error = call.errorFor(effect.failure);
    report(effect.failure.sent === false ? 'not-sent' : 'error', error);
    return { kind: 'error', error };
  }
  if (effect.unanswered) {
    const { settled, error } = silence(call);
    report('no-reply', error);
    return settled;
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
  if (effect.failure?.sent === false) return 'nothing';
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
    subject: call.subject,
    ...(call.values && call.values.length > 0 ? { values: call.values } : {}),
    fault,
    client,
    server,
    result: effect?.result ?? null,
    error:
      code === undefined
        ? null
        : {
            code,
            constraint: effect?.failure?.constraint ?? null,
            position: effect?.failure?.position ?? null,
            ...(effect?.failure?.exception === undefined ? {} : { exception: effect.failure.exception }),
          },
  };
}
