/** The scenario that examples are parts of: what an example says goes in the place of what stands here. */
const around: Readonly<Record<string, string>> = {
  id: 'id: example',
  title: 'title: An example',
  teaches: 'teaches: something',
  databases: 'databases: {history: {schema: history}}',
  topics: 'topics: {tickets: {partitions: 1}}',
  groups: 'groups: {history: {topic: tickets, reset: earliest}}',
  processes: 'processes: {history: {program: history, group: history, database: history}}',
  invariants: 'invariants: [drained]',
  steps: 'steps:\n  - say: over',
};

/** A whole scenario made of an example. One that says nothing stays nothing. */
export function scenarioAround(example: string): string {
  const parts = example.split(/\n(?=[a-z])/);
  const own = Object.fromEntries(parts.map((part) => [part.slice(0, part.indexOf(':')), part]));
  if (parts.every((part) => part.startsWith('#'))) return `${example}\n`;
  return `${Object.values({ ...around, ...own }).join('\n')}\n`;
}
