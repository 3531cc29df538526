import { programOf, programs } from '../programs/registry.js';
import type { Scenario } from '../scenario/scenario.js';

/** One run of a suite: a scenario, as it is or with another variant of its program. */
export interface SuiteCase {
  /** The scenario's id, and behind a dot the variant: `duplicate-900`, `duplicate-900.no-inbox`. */
  readonly name: string;
  readonly scenario: Scenario;
  /** Null: the variants that the scenario gives its processes. */
  readonly variant: string | null;
}

/** A scenario is checked as it is, and with every other variant of which it says what comes of it. */
export function announcedCases(scenario: Scenario): SuiteCase[] {
  const named = scenario.branches.flatMap(({ end }) => Object.keys(end.violates?.byVariant ?? {}));
  const others = [...new Set(named)].filter((variant) => !isOwnVariant(scenario, variant));
  return [caseOf(scenario, null), ...others.map((variant) => caseOf(scenario, variant))];
}

/** A scenario with one variant; null where none of its programs has it. */
export function caseOfVariant(scenario: Scenario, variant: string): SuiteCase | null {
  if (!variantsOf(scenario).includes(variant)) return null;
  return caseOf(scenario, isOwnVariant(scenario, variant) ? null : variant);
}

/** Every variant that the programs of a scenario have. */
export function variantsOf({ processes }: Scenario): string[] {
  return programs
    .filter(({ name }) => processes.some(({ program }) => program === name))
    .flatMap(({ variants }) => variants.map(({ name }) => name));
}

/** A scenario with one variant, which one of its programs has; null leaves each process its own. */
export function caseOf(scenario: Scenario, variant: string | null): SuiteCase {
  return { name: variant === null ? scenario.id : `${scenario.id}.${variant}`, scenario, variant };
}

/** Whether it is what every process runs whose program has it. */
function isOwnVariant({ processes }: Scenario, variant: string): boolean {
  return processes
    .filter((process) => programOf(process).variants.some(({ name }) => name === variant))
    .every((process) => process.variant === variant);
}
