import type { Fault } from '../model/fault.js';
import type { ClientView, ServerView } from '../trace/event.js';
import type { FaultPlan } from './fault-plan.js';
import { type Came, operationEvent } from './operation-event.js';
import type { Recorder } from './recorder.js';
import type { Releases } from './releases.js';
import type { Sender } from './sender.js';
import type { Effect, ServerCall } from './server-call.js';
import type { UnderWay } from './under-way.js';

/** What the sender gets. `dead` gets nothing any more; `waiting` gets its reply through `resume` when it arrives. */
export type Settled =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: Error }
  | { readonly kind: 'dead' }
  | { readonly kind: 'waiting' };

export interface OperationWorld {
  readonly recorder: Recorder;
  readonly underWay: UnderWay;
  readonly releases: Releases;
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
    came: Came = 'at-once',
  ) => {
    world.recorder.emit(operationEvent({ id, sender, call, fault, client, server, came }, effect, seen));
    if (effect?.failure) world.recorder.serverWords.set(id, effect.failure.message);
    if (seen) sender.saw(seen, id);
    // What this request has let go on has done so with it.
    world.releases.tell();
  };

  const refused = call.refusedLocally();
  if (refused) {
    report(null, 'not-sent', 'nothing', undefined, refused);
    return { kind: 'error', error: refused };
  }

  const fault = plan.take(call.name);
  // Nothing comes of a request to a server that is away; whoever dies before sending asks nothing of it.
  if (call.unreachable() && fault?.kind !== 'crash-before' && fault?.kind !== 'delay') {
    return reachesNobody(sender, call, fault?.kind === 'crash-after', (...told) => report(fault, ...told));
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
      // What the server does with it before it notices reaches nobody.
      effect?.blocked?.whenReleased((done) => {
        report(fault, 'no-reply', serverView(done), done, undefined, 'after-waiting');
        return async () => {};
      });
      await call.lose(fault.noticed);
      const { settled, error } = silence(call);
      report(fault, 'no-reply', effect ? serverView(effect) : 'nothing', effect, error);
      return settled;
    }
    case 'error':
      return answered(call, await call.refuse(fault.code), (...told) => report(fault, ...told));
    case 'delay':
      report(fault, 'waiting', 'pending');
      await call.underWay(true);
      world.underWay.add(fault.until, world.now(), () =>
        arriveLate(sender, call, resume, (client, server, effect, seen, came = 'late') =>
          report(fault, client, server, effect, seen, came),
        ),
      );
      return { kind: 'waiting' };
    case 'late-reply': {
      const effect = await call.apply();
      if (effect.blocked) return wait(sender, call, resume, effect, (...told) => report(fault, ...told));
      report(fault, 'waiting', serverView(effect), effect);
      const told = (client: ClientView, seen?: Error) =>
        report(fault, client, serverView(effect), effect, seen, 'late');
      world.underWay.add(fault.until, world.now(), () =>
        replyLate(sender, resume, told, () => reply(call, effect, told)),
      );
      return { kind: 'waiting' };
    }
    case undefined: {
      const effect = await call.apply();
      if (effect.blocked) return wait(sender, call, resume, effect, (...told) => report(null, ...told));
      return answered(call, effect, (...told) => report(null, ...told));
    }
  }
}

/** The reply comes at once. */
function answered(call: ServerCall, effect: Effect, report: Report): Settled {
  return reply(call, effect, (client, seen) => report(client, serverView(effect), effect, seen));
}

/** Nobody is there to answer, and who dies after sending dies all the same. */
async function reachesNobody(sender: Sender, call: ServerCall, crashes: boolean, report: Report): Promise<Settled> {
  await call.lose(undefined);
  const { settled, error } = silence(call);
  report(crashes ? 'crashed' : 'no-reply', 'nothing', undefined, error);
  if (!crashes) return settled;
  await sender.crash();
  return { kind: 'dead' };
}

/** Tells what the client knows and what the server has, and how that came about. */
type Report = (client: ClientView, server: ServerView, effect?: Effect, seen?: Error, came?: Came) => void;

/** The request waits at its server for other sessions. Its sender goes on when it has the reply. */
function wait(
  sender: Sender,
  call: ServerCall,
  resume: (settled: Settled) => Promise<void>,
  effect: Effect,
  report: Report,
): Settled {
  report('waiting', 'blocked', effect);
  effect.blocked?.whenReleased((done) => {
    const told = (client: ClientView, seen?: Error) => report(client, serverView(done), done, seen, 'after-waiting');
    if (sender.alive() && !sender.standstill.still) {
      const settled = reply(call, done, told);
      return () => resume(settled);
    }
    // The server has done it; whoever stands still knows nothing of that yet.
    if (sender.standstill.still) told('waiting');
    return () => replyLate(sender, resume, told, () => reply(call, done, told));
  });
  return { kind: 'waiting' };
}

/** A delayed request arrives; its sender may have died meanwhile, and the server may be away by now. */
async function arriveLate(
  sender: Sender,
  call: ServerCall,
  resume: (settled: Settled) => Promise<void>,
  report: Report,
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
  if (effect.blocked) {
    await call.underWay(false);
    wait(sender, call, resume, effect, (client, server, done, seen, came = 'late') =>
      report(client, server, done, seen, came),
    );
    return;
  }
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
  if (effect.blocked) return 'blocked';
  if (effect.failure?.sent === false) return 'nothing';
  return effect.failure ? 'refused' : 'done';
}
