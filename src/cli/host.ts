import type { Host } from '../base/host.js';

/** The machine that the program runs on. */
export const machine: Host = {
  milliseconds: () => performance.now(),
  later: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds).unref();
    return () => clearTimeout(timer);
  },
  residentBytes: () => process.memoryUsage.rss(),
};
