import { localText } from './collections.js';
import { config } from './config.js';
import { record, row, stateExpectation, stepExpectation, violates } from './expectation-grammar.js';
import { faultSchema, longForm, ofOneOperation } from './faults.js';
import { binding, branch, scenario } from './grammar.js';
import { type JsonSchema, sqlValue, text } from './rules.js';
import { operationRules, step, steps, wordRules } from './step-grammar.js';

/**
 * The parts of the grammar that have a name of their own in the schema. They are found by their identity: wherever the
 * grammar uses one of these rules, the schema refers to it.
 */
const definitions: Readonly<Record<string, JsonSchema>> = {
  text: text.schema,
  value: sqlValue.schema,
  localText: localText.schema,
  step: step.schema,
  steps: steps.schema,
  record: operationRules.produce.schema,
  branch: branch.schema,
  fault: faultSchema,
  faultOfOperation: ofOneOperation,
  longFault: longForm.schema,
  state: stateExpectation.schema,
  expectation: stepExpectation.schema,
  row: row.schema,
  expectedRecord: record.schema,
  violates: violates.schema,
  run: wordRules.run.schema,
  binding: binding.schema,
  config: config.schema,
  tables: stateExpectation.fields.tables.rule.schema,
  // The lag of a group has the same shape.
  offsets: stateExpectation.fields.offsets.rule.schema,
  log: stateExpectation.fields.log.rule.schema,
  assignment: stateExpectation.fields.assignment.rule.schema,
  ledger: stateExpectation.fields.ledger.rule.schema,
};

const byIdentity = new Map(Object.entries(definitions).map(([name, schema]) => [schema, name]));

/** The JSON Schema (draft-07) of a scenario, for editors. What names refer to is beyond it. */
export function scenarioSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A scenario of inbox-sim',
    ...membersOf(scenario.schema),
    definitions: Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, membersOf(schema)])),
  };
}

function membersOf(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, referring(value)]));
}

/** `value` with a reference in place of each part that has a name. */
function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as JsonSchema;
  const name = byIdentity.get(schema);
  if (name !== undefined) return { $ref: `#/definitions/${name}` };
  const { description, ...rest } = schema;
  const described = typeof description === 'string' ? nameOf(rest) : undefined;
  // Whatever stands beside `$ref` is ignored in draft-07.
  if (described !== undefined) return { description, allOf: [{ $ref: `#/definitions/${described}` }] };
  return membersOf(schema);
}

/** The name of the definition that `schema` was made from by giving it a description. */
function nameOf(schema: JsonSchema): string | undefined {
  const members = Object.entries(schema);
  const found = Object.entries(definitions).find(
    ([, { description: _, ...known }]) =>
      Object.keys(known).length === members.length && members.every(([member, value]) => known[member] === value),
  );
  return found?.[0];
}
