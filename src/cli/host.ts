import type { Host } from '../base/host.js';

// A test may put clocks of its own in the place of these; what PostgreSQL may take is measured by the real ones.
const { clearTimeout, setTimeout } = globalThis;
const now = performance.now.bind(performance);

/** The machine that the program runs on. */
export const machine: Host = {
  milliseconds: () => now(),
  later: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds).unref();
    return () => clearTimeout(timer);
  },
  residentBytes: () => process.memoryUsage.rss(),
};
