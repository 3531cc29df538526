import { brokerErrors } from '../kafka/errors.js';
import { OPERATIONS, type Operation } from '../model/names.js';
import { eventIdOf } from '../model/record.js';
import { programOf } from '../programs/registry.js';
import type { Entry } from './collections.js';
import { type Known, named } from './known.js';
import { linkState } from './link-state.js';
import { type LinkedAction, REFUSABLE } from './linked-action.js';
import type { Located } from './reader.js';
import type { BrokerChange, StepAction, Until } from './scenario.js';
import type { ReadAction } from './step-grammar.js';

type ReadWord = ReadAction & { readonly kind: 'word' };

/** A step that concerns the world as a whole. */
export function linkWord(read: ReadWord, known: Known): LinkedAction | undefined {
  const action = actionOf(read, known);
  if (!action) return undefined;
  const runs = action.action === 'run';
  return {
    action,
    name: read.word,
    operations: runs ? sentBy(action.actor, known) : [],
    refuses: runs ? REFUSABLE.filter((modifier) => modifier !== 'fault') : REFUSABLE,
  };
}

/** What the program of a process sends; its consumer also joins the group. */
function sentBy(name: string, { processes }: Known): readonly Operation[] {
  const process = named(processes, name);
  if (!process) return [];
  const { sends, ports, variants } = programOf(process);
  const all = [sends, ...variants.map((variant) => variant.sends ?? {})];
  return OPERATIONS.filter((operation) =>
    operation === 'join' ? ports.includes('consumer') : all.some((each) => Object.hasOwn(each, operation)),
  );
}

function actionOf(read: ReadWord, known: Known): StepAction | undefined {
  switch (read.word) {
    case 'run': {
      const { process, until, request } = read.read;
      if (!runs(process, known)) return undefined;
      const pause = until ? untilOf(until, process.value, known) : null;
      if (request && !takesRequests(process, request, known)) return undefined;
      const asked = request ? Object.fromEntries(request.map(({ name, value }) => [name.value, value.value])) : null;
      return pause === undefined ? undefined : { action: 'run', actor: process.value, until: pause, request: asked };
    }
    case 'crash':
    case 'restart':
    case 'freeze':
    case 'thaw':
      if (!known.isActor(read.read.value)) {
        return known.reader.unknownName('process-or-actor', read.read, known.actorNames());
      }
      return { action: read.word, actor: read.read.value };
    case 'recreate-slot': {
      const streaming = known.processes.filter((spec) => programOf(spec).ports.includes('changes'));
      const names = streaming.map(({ name }) => name);
      if (!names.includes(read.read.value)) return known.reader.unknownName('slot', read.read, names);
      return { action: 'recreate-slot', actor: read.read.value };
    }
    case 'kill-session':
      return killed(read.read, known);
    case 'advance':
      return { action: 'advance', milliseconds: read.read.value };
    case 'replay': {
      const { replica, commits } = read.read;
      const replicas = known.databases.filter(({ isReplica }) => isReplica).map(({ name }) => name);
      if (!replicas.includes(replica.value)) return known.reader.unknownName('replica', replica, replicas);
      return { action: 'replay', replica: replica.value, commits: commits?.value ?? null };
    }
    case 'rebalance': {
      const { group, without } = read.read;
      if (!known.group(group)) return undefined;
      const members = known.membersOf(group.value);
      for (const member of without ?? []) {
        if (!members.includes(member.value)) known.reader.unknownName('member', member, members);
      }
      return { action: 'rebalance', group: group.value, without: (without ?? []).map(({ value }) => value) };
    }
    case 'add-partitions': {
      const { topic, partitions } = read.read;
      if (!known.topic(topic)) return undefined;
      const now = known.partitionCount(topic.value);
      if (partitions.value <= now) {
        return known.reader.wrongValue(partitions.span, { is: 'more-than', count: now }, String(partitions.value));
      }
      known.addPartitions(topic.value, partitions.value);
      return { action: 'add-partitions', topic: topic.value, partitions: partitions.value };
    }
    case 'delete-records': {
      const { topic, partition, before } = read.read;
      if (!known.topic(topic) || !known.checkPartition(partition, topic.value)) return undefined;
      const offset = before.value === 'end' ? -1 : Number(before.value);
      return { action: 'delete-records', topic: topic.value, partition: partition.value, before: offset };
    }
    case 'broker':
      return brokerStep(read, known);
    case 'check':
      return { action: 'check', state: linkState(read.read, known) };
    case 'say':
      return { action: 'say' };
  }
}

/** Whether the program of a process is a service, and whether a request says all that it wants to know. */
function takesRequests(process: Located<string>, request: readonly Entry<Located<string>>[], known: Known): boolean {
  const spec = known.process(process);
  const wanted = spec && programOf(spec).request;
  if (!spec) return false;
  if (!wanted) {
    known.reader.wrongValue(process.span, { is: 'service', process: process.value }, process.value);
    return false;
  }
  const given = request.map(({ name }) => name);
  const stray = given.filter(({ value }) => !wanted.includes(value));
  for (const name of stray) known.reader.unknownKey(name, wanted);
  const keys = wanted.filter((key) => !given.some(({ value }) => value === key));
  if (stray.length === 0 && keys.length > 0) {
    const { start, end } = given[0]?.span ?? process.span;
    known.reader.report('missing-key', { start, end: Math.min(end, start + 1) }, { keys });
  }
  return stray.length + keys.length === 0;
}

/** Whether it is a process; an actor has no program that could run. */
function runs(process: Located<string>, known: Known): boolean {
  const actor = known.actor(process.value);
  if (!actor) return known.process(process) !== undefined;
  const acts = Object.hasOwn(actor.sessions, '') ? 'SELECT ...' : '{produce: ...}';
  const example = actor.reader ? 'fetch' : acts;
  known.reader.report('actor-runs', process.span, { actor: actor.name, example });
  return false;
}

function untilOf(
  {
    operation: name,
    occurrence,
  }: { readonly operation: Located<string>; readonly occurrence: Located<number> | undefined },
  process: string,
  known: Known,
): Until | undefined {
  if (name.value === 'idle') {
    return occurrence ? known.reader.wrongValue(occurrence.span, 'occurrence-of-operation') : 'idle';
  }
  const sent = sentBy(process, known);
  const operation = sent.find((candidate) => candidate === name.value);
  if (operation) return { operation, occurrence: occurrence?.value ?? 1 };
  return known.reader.unknownName('end-of-run', name, ['idle', ...sent]);
}

function killed(name: Located<string>, known: Known): StepAction | undefined {
  if (!known.isSession(name.value)) return known.reader.unknownName('session', name, known.sessionNames());
  const [actor = '', ...rest] = name.value.split('.');
  return { action: 'kill-session', actor, session: rest.join('.') };
}

function brokerStep(read: ReadWord & { readonly word: 'broker' }, known: Known): StepAction | undefined {
  const change = brokerChange(read, known);
  return change && { action: 'broker', change };
}

function brokerChange({ read, span }: ReadWord & { readonly word: 'broker' }, known: Known): BrokerChange | undefined {
  if ('value' in read) return { kind: read.value };
  const given = Object.entries(read).filter(([name, part]) => name !== 'span' && part !== undefined);
  if (given.length !== 1) {
    // A slip in its only key has been reported where it stands.
    return given.length === 0 && known.reader.hasReportedIn(span)
      ? undefined
      : known.reader.wrongValue(span, 'one-broker-change');
  }
  if (read.refuse) {
    const { error } = read.refuse;
    const target = targetOf(read.refuse, known);
    if (!target) return undefined;
    if (!(brokerErrors.produce as readonly string[]).includes(error.value)) {
      return known.reader.unknownName('broker-error', error, brokerErrors.produce);
    }
    return { kind: 'refuse', ...target, error: error.value };
  }
  if (read.accept) {
    const target = targetOf(read.accept, known);
    return target && { kind: 'accept', ...target };
  }
  const kinds = {
    'pause-replication': 'replication-paused',
    'resume-replication': 'replication-resumed',
    'fail-over': 'fail-over',
  } as const;
  for (const [word, kind] of Object.entries(kinds)) {
    const topic = read[word as keyof typeof kinds];
    if (topic) return known.topic(topic) && { kind, topic: topic.value };
  }
  return undefined;
}

/** What is sent of one event, by its id, or everything sent to one topic. */
function targetOf(
  {
    event,
    topic,
    span,
  }: {
    readonly event?: Located<string> | undefined;
    readonly topic?: Located<string> | undefined;
    readonly span: Located<unknown>['span'];
  },
  known: Known,
): { readonly event: string | null; readonly topic: string | null } | undefined {
  if ((event === undefined) === (topic === undefined)) {
    return known.reader.wrongValue(span, 'event-or-topic');
  }
  if (topic) return known.topic(topic) && { event: null, topic: topic.value };
  const named = known.events.find(({ name }) => name === event?.value);
  return { event: (named && eventIdOf(named.value)) ?? event?.value ?? null, topic: null };
}
