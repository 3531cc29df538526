import { formatDuration } from '../base/time.js';
import { brokerText, requestText } from '../engine/step-subject.js';
import { tokensOf } from '../postgres/lexer.js';
import type { Conclusion, EventSpec, ReadsItem, Step, WritesItem } from '../scenario/scenario.js';
import { templateText, type ValueTemplate } from '../scenario/template.js';
import { faultText } from './fault-text.js';
import { recordParts } from './record-text.js';

/** A step in the words of the scenario language. */
export function stepText(step: Step, events: readonly EventSpec[]): string {
  const faults = step.faults.map(
    ({ operation, fault, occurrence }) =>
      `${operation}: ${faultText(fault)}${occurrence > 1 ? ` (#${occurrence})` : ''}`,
  );
  const tail = [
    step.each === null ? '' : `each ${step.each}`,
    step.as === null ? '' : `as ${step.as}`,
    paramsText(step),
    faults.length > 0 ? `fault {${faults.join(', ')}}` : '',
    step.concludes ? concludesText(step.concludes) : '',
    step.writes ? writesText(step.writes) : '',
    step.reads ? readsText(step.reads) : '',
    step.label === null ? '' : `label ${step.label}`,
  ].filter((part) => part !== '');
  return [actionText(step, events), ...tail].join(', ');
}

/** The values of `$1`, `$2`, ... that the author gave; an expression in the statement stands there itself. */
function paramsText(step: Step): string {
  if (step.action !== 'sql') return '';
  const { source, parameters } = step.statement;
  const given = parameters.slice(0, parameters.length - expressionsIn(source));
  return given.length === 0 ? '' : `params [${given.map(templateText).join(', ')}]`;
}

function expressionsIn(source: string): number {
  return tokensOf(source).filter(({ kind }) => kind === 'expression').length;
}

function concludesText({ outcome, record }: Conclusion): string {
  return `concludes ${outcome}${record === null ? '' : ` of ${templateText(record)}`}`;
}

function writesText({ item, value }: WritesItem): string {
  return `writes ${templateText(item)}${value === undefined ? '' : `: ${value === null ? 'NULL' : templateText(value)}`}`;
}

function readsText({ item, key, value }: ReadsItem): string {
  const columns = [key === null ? '' : ` by ${key}`, value === null ? '' : `: ${value}`];
  return `reads ${templateText(item)}${columns.join('')}`;
}

function actionText(step: Step, events: readonly EventSpec[]): string {
  switch (step.action) {
    case 'sql':
      return `${step.session === '' ? step.actor : `${step.actor}.${step.session}`}: ${step.statement.source.trim().replace(/\s+/g, ' ')}`;
    case 'produce':
    case 'enqueue':
      return `${step.actor}: ${step.action} ${recordParts(step.record, events)}${step.count > 1 ? ` x ${step.count}` : ''}`;
    case 'ack':
      return `${step.actor}: ack ${step.name}`;
    case 'nack':
      return `${step.actor}: nack ${step.name} (${step.error})`;
    case 'fetch':
      return `${step.actor}: fetch${step.max === null ? '' : ` at most ${step.max}`}${step.partition === null ? '' : ` from partition ${step.partition}`}`;
    case 'commit-offset': {
      const all = step.offsets.map(({ partition, offset }) => `${templateText(partition)}:${templateText(offset)}`);
      return `${step.actor}: commit-offset ${all.join(' ')}${step.metadata === '' ? '' : `, metadata ${step.metadata}`}${step.async ? ', async' : ''}`;
    }
    case 'seek':
      return `${step.actor}: seek partition ${step.partition} to ${templateText(step.offset)}`;
    case 'join':
    case 'leave':
      return `${step.actor}: ${step.action}`;
    case 'effect':
      return `${step.actor}: effect ${step.effect}${effectEvent(step.event)}`;
    case 'run': {
      const { request } = step;
      const asked = request === null ? '' : ` request ${requestText(request)}`;
      if (step.until === null || step.until === 'idle')
        return `run ${step.actor}${step.until ? ' until idle' : ''}${asked}`;
      const { operation, occurrence } = step.until;
      return `run ${step.actor} until ${operation}${occurrence > 1 ? ` (#${occurrence})` : ''}${asked}`;
    }
    case 'recreate-slot':
    case 'crash':
    case 'restart':
    case 'freeze':
    case 'thaw':
      return `${step.action} ${step.actor}`;
    case 'kill-session':
      return `kill-session ${step.session === '' ? step.actor : `${step.actor}.${step.session}`}`;
    case 'advance':
      return `advance ${formatDuration(step.milliseconds)}`;
    case 'replay':
      return `replay ${step.replica}${step.commits === null ? '' : `: ${step.commits}`}`;
    case 'rebalance':
      return `rebalance ${step.group}${step.without.length > 0 ? ` without ${step.without.join(', ')}` : ''}`;
    case 'add-partitions':
      return `add-partitions ${step.topic}: ${step.partitions}`;
    case 'delete-records':
      return `delete-records ${step.topic}-${step.partition} before ${step.before < 0 ? 'the end' : step.before}`;
    case 'broker':
      return `broker ${brokerText(step.change)}`;
    case 'check':
    case 'say':
      return step.action;
  }
}

/** Which event an effect is for; the one of the record fetched last goes without saying. */
function effectEvent(event: ValueTemplate): string {
  const [only] = event ?? [];
  return typeof only === 'object' && only.name === '' ? '' : ` for ${templateText(event)}`;
}
