import type { Expected } from '../../model/expected.js';
import type { DiagnosticParts } from './diagnostics.js';

const plain: DiagnosticParts['plain'] = {
  text: 'a text',
  list: 'a list',
  mapping: 'a mapping',
  nothing: 'nothing',
  boolean: 'true or false',
  duration: 'a duration such as 500ms, 2s, 10m, 3h or 8d',
  instant: 'an instant such as 2026-10-03T09:00:00Z',
  'value-or-null': 'a value or null',
  template: `a value or an expression such as ${'${name.first.column}'}`,
  'template-or-null': `a value, an expression such as ${'${name.first.column}'}, or null`,
  payload: 'a mapping, a text or null',
  setting: 'a number, a duration, true, false or a word',
  'setting-name': 'a setting by its name in Kafka',
  name: 'a name of at most 100 letters, digits, ".", "_" and "-"',
  'actor-name': 'a name of at most 100 letters, digits, "_" and "-"',
  'database-name': 'a name of at most 51 small letters, digits and "_"',
  'invariant-name': 'a name of at most 64 small letters, digits and "-"',
  'scenario-id': 'an id of at most 64 small letters, digits and "-"',
  'topic-name': 'a topic name: at most 249 letters, digits, ".", "_" and "-", not "." or ".." alone',
  'partition-number': 'a partition number: a whole number from 0',
  offset: 'an offset: a whole number from 0',
  'any-offset': 'an offset: a whole number',
  'offset-or-end': 'an offset (a whole number from 0), or "end"',
  'number-or-none': 'a number, or "-" where nothing is committed',
  'numbers-of-partitions': '{group: {topic: {partition: number}}}, such as {g: {t: {0: 1}}}',
  'records-of-partitions': '{topic: {partition: [event, ...]}}, such as {t: {0: [e1]}}',
  'partitions-of-members': '{group: {member: [partition, ...]}}, such as {g: {C1: [0]}}',
  'partition-beside-offset':
    'the partition too, such as {partition: 0, offset: 1}: an offset alone is enough only for an actor with one partition and without "subscribe"',
  'reset-policy': 'earliest, latest, none or by_duration: with an ISO 8601 duration, such as by_duration:PT1H',
  'database-table': 'database.table',
  violates: 'a list of invariants, or a mapping from variants to such lists',
  'local-text': 'a text, or a mapping with en and ru',
  fault: 'a fault',
  'faults-by-operation': 'a mapping from operations to faults, such as {commit: lost-reply}',
  'one-kind-of-fault': 'exactly one of kind, error, delay and late-reply',
  'noticed-beside-lost': '"noticed" only beside lost-request or lost-reply, which alone close a connection unseen',
  step: 'a step, such as "run: history" (with the colon)',
  'sql-statement': 'an SQL statement, not an empty text',
  'invariant-query': 'a query, which begins with SELECT, WITH, VALUES or TABLE: an invariant only looks',
  'event-or-topic': 'exactly one of "event" and "topic"',
  'offset-or-offsets': 'exactly one of "offset" and "offsets"',
  'one-broker-change': 'exactly one change of the broker, such as {fail-over: a-topic}',
  'partition-with-offset': '"partition" only beside "offset": "offsets" names its partitions itself',
  'occurrence-of-operation': '"occurrence" only beside an operation: idle comes once',
  'pending-in-source': '"pending" only in a "source": no other table waits to be published',
  'group-not-in-source': '"group" only in a "marker" or an "effect": no group writes a source',
  'only-lag-beside-replica': 'only "lag" beside "replica-of": a replica has the schema and the rows of its primary',
  'lag-of-replica': '"lag" only beside "replica-of"',
  'other-primary': 'the name of another database: none is a replica of itself',
  'no-cascade': 'a database that is no replica itself: cascading replication is not simulated',
  'some-lag': 'a lag above 0, such as 500ms, or manual',
  lsn: 'a position as PostgreSQL writes one, such as 0/2',
  'lsn-of-replica': 'a replica, or a database that has one: no other has a position here',
  'partitions-without-subscribe': 'no "partitions" beside "subscribe": the group gives them out',
};

function expected(it: Expected): string {
  if (typeof it === 'string') return plain[it];
  switch (it.is) {
    case 'whole':
      return `a whole number from ${it.least} to ${it.most}`;
    case 'whole-or-duration':
      return `a duration such as 500ms or 7d, in milliseconds a whole number from ${it.least} to ${it.most}`;
    case 'words':
      return it.words.join(', ');
    case 'mapping-with':
      return `a mapping with ${it.keys.join(', ')}`;
    case 'either':
      return it.of.map(expected).join(', or ');
    case 'one-or-more':
      return `${expected(it.of)}, or a list of such`;
    case 'with-detail':
      return `{${it.kind}: ...} with what it is`;
    case 'one-for-occurrence':
      return `one fault for each occurrence, and there are two for occurrence ${it.occurrence}`;
    case 'arrival':
      return `a duration such as 5s, "later", or the label of a later step${it.labels.length > 0 ? ` (here ${it.labels.join(', ')})` : ''}`;
    case 'more-than':
      return `more partitions than the ${it.count} there are: Kafka takes none away`;
    case 'at-most-databases':
      return `at most ${it.count} databases`;
    case 'at-most-steps':
      return `${it.count} steps at most in all branches together`;
    case 'at-most-days':
      return `at most ${it.count} days in all steps together`;
    case 'own-database':
      return `a database of its own: ${it.variant} needs another schema than ${it.other} of ${it.otherProcess}`;
    case 'actor-action':
      return `an SQL statement or an operation of ${it.actor}, such as {produce: an-event}`;
    case 'one-operation':
      return `exactly one operation of ${it.actor}, with its details inside, such as {produce: {event: an-event, count: 3}}`;
    case 'service':
      return `a service that takes requests, and ${it.process} is none; leave "request" out`;
    case 'process-action':
      return `an operation of ${it.process}, such as {seek: {partition: 0, offset: 0}}; to let it work write "run: ${it.process}"`;
  }
}

export const parts: DiagnosticParts = {
  plain,
  expected,
  found: (found) => {
    if (typeof found !== 'string') return `"${found.text}"`;
    const kinds = {
      mapping: 'a mapping',
      list: 'a list',
      alias: 'an alias (scenarios have no anchors and aliases; write the value out)',
      nothing: 'nothing',
      other: 'something else',
    };
    return kinds[found];
  },
  named: {
    topic: 'topic',
    database: 'database',
    replica: 'replica',
    event: 'event',
    group: 'group',
    process: 'process',
    'process-or-actor': 'process or actor',
    program: 'program',
    variant: 'variant',
    schema: 'schema',
    table: 'table',
    session: 'session',
    invariant: 'invariant',
    'listed-invariant': 'listed invariant',
    label: 'label',
    partition: 'partition',
    'partition-of-topic': 'partition',
    'assigned-partition': 'assigned partition',
    member: 'member of the group',
    operation: 'operation',
    fault: 'fault',
    outcome: 'outcome',
    'knob-value': 'value',
    'end-of-run': 'end of a run',
    'broker-change': 'change of the broker',
    'broker-error': 'error of the broker',
    'client-view': 'view of the client',
    'server-view': 'view of the server',
    slot: 'replication slot of',
    setting: 'setting',
  },
  yaml: {
    'key-does-not-fit':
      'a key begins here that does not fit; look at the indentation, and quote a text that holds ": "',
    'key-over-lines': 'a key has to stand on one line; look at the indentation, and at the colon behind the key',
    'no-colon': 'there is no colon after the key with which this line begins; write "key: value"',
    'colon-in-text':
      'a colon with a blank behind it makes a key of what stands before it; quote the whole text, or write it below after "|"',
    'key-without-value': 'a key needs a colon and a value; look at the indentation if this belongs to the text above',
    'key-of-parts': 'a key is a text, no list and no mapping; write it without brackets and braces, or quote it',
    'item-without-dash':
      'in a list every item begins with "- "; indent this line as far as the keys of the item above, or give it a dash',
    'same-key-twice': 'this key stands twice in one mapping; keep one of them, or give each its own name',
    indentation: 'the indentation does not fit what stands above; use the same number of spaces for the same level',
    tab: 'a tab cannot indent; use spaces',
    'unclosed-quote': 'the quote that opens here is not closed; close it',
    'unclosed-bracket':
      'a bracket or a brace is opened and not closed before this; close it, or look for a missing comma',
    'text-start': 'a text cannot begin with this sign; quote it',
    alias: 'scenarios have no anchors and aliases; quote a text that begins with "*" or "&"',
    'merge-key': 'scenarios have no merge keys; write the members out, or quote "<<" where it is a name',
    nul: 'a text cannot hold the character U+0000, PostgreSQL has none; leave it out',
    surrogate: 'half of a surrogate pair is no character; write the whole one',
    tag: 'scenarios have no tags; quote a text that begins with "!"',
    'several-documents': 'there are several documents (lines with ---); a scenario is one file with one document',
    'out-of-place': 'this does not belong here; look at the brackets, quotes and indentation before it',
  },
  impossible: {
    'broker-error': (detail) =>
      `a broker answers it without having done it only with ${detail}; where the effect may be there, use lost-reply`,
    sqlstate: (detail) =>
      `"${detail}" is no SQLSTATE of an error (five digits or capital letters, not of class 00, 01 or 02)`,
    'rollback-error': (detail) =>
      `ROLLBACK fails only with its session, not with ${detail}; use 57P01, lost-request or lost-reply`,
    'effect-error': (detail) => `"${detail}" is no name of an error; write up to 60 letters, digits and "_"`,
    'fetch-delay': () => 'a fetch that has no answer yet is an empty poll; leave the step out, or use lost-request',
    'member-delay': () =>
      'a member waits for this answer before it does anything else; put the step where the answer is to come',
    noticed: () => '"noticed" is about a PostgreSQL session, and nothing keeps one open here; leave it out',
  },
  notSimulated: {
    'batch-of-one': 'every record is a batch of its own here',
    'classic-protocol': 'groups follow the classic protocol here, not KIP-848',
    compaction: 'the simulated log deletes by time and size only, it does not compact',
    'default-only': "it has Kafka's default here",
    fetching: 'a fetch takes what is there, whatever its size',
    network: 'requests have no network of their own here; a fault says which one is lost or late',
    'no-client-code': 'clients have no code of others in them here',
    'no-deletion': 'topics are not deleted here',
    'no-files': 'nobody sees the files of the log here',
    'no-influence': 'nothing depends on it here',
    'no-size-limit': 'nothing runs out of room here',
    'of-topic': 'write it in the "config" of the topic, under the name that topics use',
    'one-cluster': 'there is one cluster here, with one broker',
    'one-follower': 'a partition has one follower at most here, and it stays in sync until it fails',
    'one-topic': 'a group reads one topic here, by its name',
    'range-only': 'only the range assignor is simulated',
    repeatable: 'a run must be repeatable',
    'round-robin': 'write "partitioner.class: round-robin" instead',
    'said-by-group': 'write it on the group: {reset: earliest}',
    'said-by-scenario': 'the scenario says it itself: name the group of the process or actor, list the topics',
    'share-groups': 'share groups (KIP-932) are not simulated',
    transactions: 'Kafka transactions are not simulated',
    uncompressed: 'records are stored uncompressed here',
  },
  conflict: {
    heartbeat: 'heartbeat.interval.ms must be lower than session.timeout.ms',
    'session-timeout':
      'session.timeout.ms of a member must lie between group.min.session.timeout.ms (6s) and group.max.session.timeout.ms (30min) of the broker',
    'idempotence-acks': 'an idempotent producer needs "acks: all"',
    'idempotence-retries': 'an idempotent producer needs retries above 0',
    'idempotence-in-flight':
      'an idempotent producer has at most 5 requests in flight (max.in.flight.requests.per.connection)',
  },
  fileProblem: {
    outside: 'it lies outside of the folder of the scenario; put it beside the scenario',
    missing: 'there is no such file beside the scenario; look at the name',
    unreadable: 'it cannot be read; look whether it is a file, and at its permissions',
    'too-large': 'it is larger than 2 MiB; leave out what the scenario does not need',
    'not-text': 'it is not UTF-8 text; save it as UTF-8',
    'not-available': 'there are no files here; write the SQL into the scenario',
  },
};
