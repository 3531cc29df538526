import type { Arrival, Fault } from '../model/fault.js';

/** A fault as a scenario writes it. */
export function faultText(fault: Fault): string {
  switch (fault.kind) {
    case 'error':
      return `error: ${fault.code}`;
    case 'delay':
      return `delay: ${arrivalText(fault.until)}`;
    default:
      return fault.kind;
  }
}

function arrivalText(arrival: Arrival): string {
  if (arrival.at === 'step') return arrival.label;
  return arrival.at === 'after' ? `${arrival.milliseconds}ms` : 'later';
}
