import { setFlagsFromString } from 'node:v8';

/**
 * How long a function of PostgreSQL's code runs in its quickly compiled form before it is compiled again with optimisation
 * (V8's unit; its default is 1.8 million). A short run is over before that pays, and on two cores the second compiler
 * takes the time of the first statements; a long run reaches the budget anyway.
 */
const wasmTieringBudget = 50_000_000;

/** The newest Node that is known to know the flag; an engine that does not would complain on the standard error. */
const newestNode = 26;

/** Lets PostgreSQL start before its code is optimised. Has an effect only before the database thread starts. */
export function postponeOptimisation(): void {
  if (Number.parseInt(process.versions.node, 10) <= newestNode)
    setFlagsFromString(`--wasm-tiering-budget=${wasmTieringBudget}`);
}
