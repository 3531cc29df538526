import type { Run } from '../engine/run.js';
import { lsnText } from '../model/lsn.js';
import type { Row, TableInfo } from '../model/sql.js';
import type { Language } from '../model/text.js';
import { wholeVerdict } from '../suite/play.js';
import type {
  BranchDocument,
  ChangesDocument,
  FinalDocument,
  OperationDocument,
  ResultDocument,
  RowDocument,
  StepDocument,
  TraceDocument,
} from '../trace/document.js';
import type { OperationDone } from '../trace/event.js';
import type { WorldState } from '../trace/world-state.js';
import { escapedJson } from './escaped-json.js';
import { faultText } from './fault-text.js';
import { problemsOf } from './problems.js';
import type { Report } from './report.js';
import { eventsOf, type StepEvents, stepsOf } from './steps.js';
import { wordings } from './wording/wordings.js';

/** The report as JSON, indented so that changes of it read well in a comparison. */
export function renderJson(report: Report): string {
  return `${escapedJson(traceDocument(report), 2)}\n`;
}

/** The report as the contract for machines has it. */
export function traceDocument({ scenario, runs, options }: Report): TraceDocument {
  const [first, ...others] = runs.map((run) => ({ ...branchDocument(run, options.lang), verdict: run.verdict }));
  return {
    format: 'inbox-sim/trace',
    version: 1,
    scenario: { id: scenario.id, hash: scenario.hash },
    options: {
      variant: options.variant ?? runs[0]?.variant ?? null,
      lang: options.lang,
      server: options.server ?? null,
    },
    ...(first as BranchDocument),
    verdict: wholeVerdict(runs),
    branches: others,
  };
}

function branchDocument(run: Run, language: Language): BranchDocument {
  const wording = wordings[language];
  return {
    branch: run.branch.name,
    steps: stepsOf(run.trace).map((step) => stepDocument(step, run.world, language)),
    final: finalDocument(run),
    invariants: run.invariants.map(({ name, verdict, announced, evidence }) => ({
      name,
      verdict,
      announced,
      evidence: evidence.map(({ code, step, args }) => ({ code, step, args, text: wording.evidence[code](args) })),
    })),
    problems: problemsOf(run, wording).map(({ code, line, text }) => ({ code, line, text })),
  };
}

/** A step as the JSON has it; `world` names the columns of the tables. */
export function stepDocument({ began, events }: StepEvents, world: WorldState, language: Language): StepDocument {
  const concluded = eventsOf(events, 'concluded');
  return {
    index: began.step,
    actor: began.actor,
    action: began.action,
    question: began.ask?.[language] ?? null,
    operations: eventsOf(events, 'operation').map(operationDocument),
    outcome: began.action === 'run' ? (concluded.at(-1)?.outcome ?? null) : null,
    records: concluded.map(({ process, record, outcome }) => ({ ...record, process, outcome })),
    changes: changesDocument(events, world),
  };
}

function operationDocument(event: OperationDone): OperationDocument {
  const { id, arrived, actor, name, subject, fault, client, server, blockedBy, resumed } = event;
  return {
    id,
    late: arrived,
    actor,
    name,
    subject,
    fault: fault && faultText(fault),
    client,
    server,
    blockedBy: blockedBy ?? null,
    resumed: resumed ?? null,
    result: resultDocument(event),
    ...(event.writes ? { writes: event.writes } : {}),
    ...(event.reads ? { reads: event.reads } : {}),
  };
}

function replicaDocuments(world: WorldState): NonNullable<FinalDocument['replicas']> {
  const lsn = (database: string) => lsnText(world.positions.get(database) ?? 0);
  return Object.fromEntries(
    [...world.replicas].map(([name, { of }]) => [name, { of, replayLsn: lsn(name), currentLsn: lsn(of) }]),
  );
}

function resultDocument({ result, error }: OperationDone): ResultDocument | null {
  if (error) return { error: error.code, constraint: error.constraint };
  switch (result?.kind) {
    case 'sql':
      return { tag: result.tag, columns: result.columns, rows: result.rows };
    case 'record':
      return { record: result.record };
    case 'offset':
      return { topic: result.topic, partition: result.partition, offset: result.offset };
    case 'records':
      return { records: result.records };
    case 'changes':
      return { transactions: result.transactions, position: result.position };
    case 'position':
      return { position: result.position };
    case 'membership':
      return { group: result.group };
    case 'effect':
    case undefined:
      return null;
  }
}

function changesDocument(events: StepEvents['events'], world: WorldState): ChangesDocument {
  return {
    rows: eventsOf(events, 'rows-committed').flatMap(({ database, changes }) =>
      changes.map(({ table, kind, before, after }) => {
        const { info } = world.table(database, table);
        return {
          database,
          table,
          change: kind,
          before: before && rowDocument(info, before),
          after: after && rowDocument(info, after),
        };
      }),
    ),
    records: eventsOf(events, 'record-appended').map(({ record, event }) => ({
      topic: record.topic,
      partition: record.partition,
      offset: record.offset,
      event,
    })),
    offsets: events.flatMap((event): ChangesDocument['offsets'] => {
      if (event.kind !== 'offset-committed' && event.kind !== 'offset-expired') return [];
      const { group, topic, partition, offset } = event;
      if (event.kind === 'offset-expired') return [{ group, topic, partition, from: offset, to: null }];
      return [{ group, topic, partition, from: event.previous, to: offset }];
    }),
    log: eventsOf(events, 'log-start-moved').map(({ topic, partition, offset }) => ({
      topic,
      partition,
      logStart: offset,
    })),
    effects: eventsOf(events, 'effect-done').map(({ effect, event, actor }) => ({ effect, event, actor })),
  };
}

function rowDocument({ columns }: TableInfo, row: Row): RowDocument {
  return Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]));
}

function finalDocument({ world, trace }: Run): FinalDocument {
  const tables = [...world.databases].map(([database, ofDatabase]) => [
    database,
    Object.fromEntries(
      [...ofDatabase].map(([name, table]) => [
        name,
        [...table.rows()].map(({ values }) => rowDocument(table.info, values)),
      ]),
    ),
  ]);
  const groups = [...world.groups.values()].map(({ name, topic }) => [
    name,
    {
      [topic]: Object.fromEntries(
        (world.partitions.get(topic) ?? []).map(({ partition, start, end }) => {
          const committed = world.committed(name, topic, partition);
          return [
            partition,
            { committed, logStart: start, logEnd: end, lag: committed === null ? null : end - committed },
          ];
        }),
      ),
    },
  ]);
  const log = [...world.partitions].map(([topic, partitions]) => [
    topic,
    Object.fromEntries(
      partitions.map(({ partition, records }) => [
        partition,
        records.map(({ record: { offset, key, headers, value } }) => ({ offset, key, headers, value })),
      ]),
    ),
  ]);
  const memberships = [...world.memberships].map(([name, { state, generation, members }]) => [
    name,
    {
      state,
      generation,
      members: members.map(({ memberId, process, partitions }) => ({ memberId, process, partitions })),
    },
  ]);
  return {
    tables: Object.fromEntries(tables),
    groups: Object.fromEntries(groups),
    log: Object.fromEntries(log),
    memberships: Object.fromEntries(memberships),
    ...(world.replicas.size > 0 ? { replicas: replicaDocuments(world) } : {}),
    ledger: world.ledger.map(({ effect, event, actor }) => ({ effect, event, actor })),
    blocked: eventsOf(trace, 'run-ended').flatMap(({ blocked }) => blocked),
  };
}
