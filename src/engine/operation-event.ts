import type { Fault } from '../model/fault.js';
import type { ClientView, OperationDone, ServerView } from '../trace/event.js';
import { accessed } from './item-access.js';
import type { Sender } from './sender.js';
import type { Effect, ServerCall } from './server-call.js';

/** When a request took effect: with its step, late, or once another session let it. */
export type Came = 'at-once' | 'late' | 'after-waiting';

/** One operation as the trace has it. */
export function operationEvent(
  about: {
    readonly id: number;
    readonly sender: Sender;
    readonly call: ServerCall;
    readonly fault: Fault | null;
    readonly client: ClientView;
    readonly server: ServerView;
    readonly came: Came;
  },
  effect: Effect | undefined,
  seen: Error | undefined,
): OperationDone {
  const { id, sender, call, fault, client, server, came } = about;
  const code = seen && 'code' in seen ? String(seen.code) : effect?.failure?.code;
  return {
    kind: 'operation',
    id,
    arrived: came !== 'at-once',
    ...(effect?.blocked ? { blockedBy: effect.blocked.by } : {}),
    ...(came === 'after-waiting' ? { resumed: call.session ?? '' } : {}),
    actor: sender.name,
    unit: sender.unit,
    name: call.name,
    subject: call.subject,
    ...(call.values && call.values.length > 0 ? { values: call.values } : {}),
    ...(sender.items ? accessed(sender.items, client, server, effect) : {}),
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
