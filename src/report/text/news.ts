import type { TraceEvent } from '../../trace/event.js';
import type { GroupChanged } from '../../trace/group-event.js';
import type { Wording } from '../wording/wording.js';

/** The members of a group, with their partitions once these have been given out. */
export function memberNames({ state, members }: GroupChanged): string {
  const twice = (name: string) => members.filter(({ process }) => process === name).length > 1;
  return members
    .map(({ memberId, process, partitions }) => {
      // A member of an earlier life is there until its session is over.
      const name = process === null || twice(process) ? memberId : process;
      return state === 'Stable' ? `${name} [${partitions.join(', ')}]` : name;
    })
    .join(', ');
}

/** What brokers and clients did of their own accord, as a sentence; null for everything else. */
export function newsOf(event: TraceEvent, { news }: Wording): string | null {
  switch (event.kind) {
    case 'record-queued':
      return news.queued(`${event.topic}-${event.partition}`);
    case 'effect-done':
      return news.effect(event.effect, event.event);
    case 'group-changed': {
      return news.group(event.group, event.state, event.generation, memberNames(event) || news.noMembers);
    }
    case 'member-removed':
      return news.removed(event.process ?? event.memberId, event.group, event.why);
    case 'membership-lost':
      return news.membershipLost(event.process, event.group, event.cause);
    case 'assignment-changed': {
      if (event.cause !== 'assigned') return news.givenUp(event.process, event.cause);
      return news.assigned(event.process, event.partitions.map((each) => `${event.topic}-${each}`).join(', '));
    }
    case 'log-start-moved':
      return news.logStart(`${event.topic}-${event.partition}`, event.from, event.offset, event.cause);
    case 'log-truncated':
      return news.truncated(`${event.topic}-${event.partition}`, event.offset);
    case 'offset-expired':
      return news.expired(event.group, `${event.topic}-${event.partition}`, event.offset);
    case 'offset-committed':
      if (!event.unasked || event.process === null) return null;
      return news.committed(event.process, `${event.topic}-${event.partition}`, event.offset);
    case 'commit-refused':
      return news.commitRefused(event.process, event.code, event.exception);
    case 'session-ended':
      return news.sessionEnded(event.session === '' ? event.actor : `${event.actor}.${event.session}`);
    default:
      return null;
  }
}
