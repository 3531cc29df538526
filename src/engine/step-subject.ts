import { formatDuration } from '../base/time.js';
import type { Request } from '../programs/ports.js';
import type { BrokerChange, RecordTemplate, Step } from '../scenario/scenario.js';
import { templateText } from '../scenario/template.js';
import type { StepSubject } from '../trace/event.js';

/** What a step is about, for its heading. */
export function subjectOf(step: Step): StepSubject {
  switch (step.action) {
    case 'produce':
    case 'enqueue':
      return { event: recordText(step.record), ...(step.count > 1 ? { count: step.count } : {}) };
    case 'ack':
    case 'nack':
      return { text: step.name };
    case 'sql':
      return { text: step.statement.source, ...(step.session === '' ? {} : { session: step.session }) };
    case 'effect':
      return { text: step.effect };
    case 'fetch':
      return step.partition === null ? {} : { partition: step.partition };
    case 'commit-offset': {
      const text = step.offsets.map(
        ({ partition, offset }) => `${templateText(offset)} (partition ${templateText(partition)})`,
      );
      return { text: text.join(', ') };
    }
    case 'seek':
      return { partition: step.partition, text: templateText(step.offset) };
    case 'run':
      return {
        ...(step.until ? { until: step.until === 'idle' ? 'idle' : step.until.operation } : {}),
        ...(step.request ? { text: requestText(step.request) } : {}),
      };
    case 'kill-session':
      return step.session === '' ? {} : { session: step.session };
    case 'advance':
      return { milliseconds: step.milliseconds, text: formatDuration(step.milliseconds) };
    case 'replay':
      return { replica: step.replica, ...(step.commits === null ? {} : { count: step.commits }) };
    case 'rebalance':
      return { group: step.group, ...(step.without.length > 0 ? { text: step.without.join(', ') } : {}) };
    case 'add-partitions':
      return { topic: step.topic, count: step.partitions };
    case 'delete-records':
      return { topic: step.topic, partition: step.partition, offset: step.before };
    case 'broker':
      return { text: brokerText(step.change) };
    default:
      return {};
  }
}

/** A request as a client writes it. */
export function requestText(request: Request): string {
  return Object.entries(request)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ');
}

/** A record by its event, or by its topic and key. */
function recordText({ event, topic, key }: RecordTemplate): string {
  return event ?? (key === null ? topic : `${topic} ${templateText(key)}`);
}

/** A change of the broker in the words of the scenario language. */
export function brokerText(change: BrokerChange): string {
  switch (change.kind) {
    case 'down':
    case 'up':
      return change.kind;
    case 'refuse':
      return `refuse ${change.event ?? change.topic ?? ''} ${change.error}`;
    case 'accept':
      return `accept ${change.event ?? change.topic ?? ''}`;
    case 'replication-paused':
      return `pause-replication ${change.topic}`;
    case 'replication-resumed':
      return `resume-replication ${change.topic}`;
    case 'fail-over':
      return `fail-over ${change.topic}`;
  }
}
