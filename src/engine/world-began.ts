import type { Instant } from '../base/time.js';
import type { ActorSpec, BranchSpec, ProcessSpec, Scenario } from '../scenario/scenario.js';
import type { DatabaseInfo, ProcessInfo, WorldBegan } from '../trace/event.js';
import { variantOf } from './variant.js';

/** What a trace begins with: everything there is. */
export function worldBegan(
  scenario: Scenario,
  branch: BranchSpec,
  variant: string | undefined,
  clock: Instant,
  databases: readonly DatabaseInfo[],
): WorldBegan {
  return {
    kind: 'world-began',
    clock,
    databases,
    topics: scenario.topics.map(({ name, partitions }) => ({ name, partitions })),
    groups: branch.groups.map(({ name, topic, reset }) => ({ name, topic, reset })),
    processes: [
      ...scenario.processes.map((spec) => processInfo(spec, variant)),
      ...scenario.actors.map((spec) => actorInfo(spec)),
    ],
  };
}

function processInfo(spec: ProcessSpec, wanted: string | undefined): ProcessInfo {
  const { variant } = variantOf(spec, wanted);
  return {
    name: spec.name,
    program: spec.program,
    variant: variant.name,
    group: spec.reader?.group ?? null,
    database: spec.database,
    partitions: spec.reader ? spec.reader.partitions : [],
    claims: variant.claims,
  };
}

function actorInfo({ name, reader, sessions }: ActorSpec): ProcessInfo {
  const [database = null] = Object.values(sessions);
  return {
    name,
    program: null,
    variant: null,
    group: reader?.group ?? null,
    database,
    partitions: reader ? reader.partitions : [],
    claims: [],
  };
}
