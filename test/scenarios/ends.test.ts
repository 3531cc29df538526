import { afterAll, expect, test } from 'vitest';
import { runBranch } from '../../src/engine/run.js';
import { bundledScenarios } from '../support/bundled.js';
import { openServer } from '../support/server.js';

const server = openServer();
afterAll(() => server.close());

const branches = bundledScenarios().flatMap((scenario) =>
  scenario.branches.map((branch) => ({
    name: [scenario.id, branch.name].filter(Boolean).join(' · '),
    scenario,
    branch,
  })),
);

test.each(branches)('the end of $name is said in full', async ({ scenario, branch }) => {
  const { world } = await runBranch(scenario, branch, server);
  const { end } = branch;
  const all = {
    tables: [...world.databases].flatMap(([database, tables]) =>
      [...tables.keys()].map((table) => `${database}.${table}`),
    ),
    log: [...world.partitions.values()].flat().map(({ topic, partition }) => `${topic}-${partition}`),
    offsets: [...world.groups.values()].flatMap(({ name, topic }) =>
      (world.partitions.get(topic) ?? []).flatMap(({ partition }) =>
        world.committed(name, topic, partition) === null ? [] : [`${name} ${topic}-${partition}`],
      ),
    ),
    ledger: world.ledger.length > 0,
    violates: true,
  };
  const said = {
    tables: end.tables.map(({ database, table }) => `${database}.${table}`),
    log: end.log.map(({ topic, partition }) => `${topic}-${partition}`),
    offsets: end.offsets.flatMap(({ group, topic, partition, value }) =>
      value === null ? [] : [`${group} ${topic}-${partition}`],
    ),
    ledger: all.ledger ? end.ledger !== null : false,
    violates: end.violates !== null,
  };
  const sorted = ({ tables, log, offsets, ...rest }: typeof all) => ({
    ...rest,
    ...{ tables: tables.toSorted(), log: log.toSorted(), offsets: offsets.toSorted() },
  });
  expect(sorted(said)).toEqual(sorted(all));
});
