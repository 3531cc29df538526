import { runScenario } from 'inbox-sim';
import { expect, test } from 'vitest';

test('the ack of an order is lost', async () => {
  expect(await runScenario('./scenarios/ack-lost.yaml')).toMatchSnapshot();
});

test('an event is delivered twice', async () => {
  expect(await runScenario(new URL('./scenarios/delivered-twice.yaml', import.meta.url))).toMatchSnapshot();
});

test('it makes a second row in a service without an inbox, as the scenario says', async () => {
  const { problems } = await runScenario('./scenarios/delivered-twice.yaml', { variant: 'no-inbox' });
  expect(problems).toEqual([]);
});
