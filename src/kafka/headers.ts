import type { Headers } from '../model/record.js';

/** The value of the last header called `name` (rule L9, `Headers.lastHeader`); undefined when there is none. */
export function lastHeader(headers: Headers, name: string): string | null | undefined {
  return headers.findLast(([header]) => header === name)?.[1];
}
