import { formatDuration } from '../base/time.js';
import type { Arrival, Fault } from '../model/fault.js';

/** A fault in the words of the scenario language: `lost-reply`, `error: 53300`, `delay: 5s`, `lost-request, noticed: later`. */
export function faultText(fault: Fault): string {
  switch (fault.kind) {
    case 'error':
      return `error: ${fault.code}`;
    case 'delay':
    case 'late-reply':
      return `${fault.kind}: ${arrivalText(fault.until)}`;
    case 'lost-request':
    case 'lost-reply':
      return fault.noticed ? `${fault.kind}, noticed: ${arrivalText(fault.noticed)}` : fault.kind;
    default:
      return fault.kind;
  }
}

function arrivalText(arrival: Arrival): string {
  if (arrival.at === 'step') return arrival.label;
  return arrival.at === 'after' ? formatDuration(arrival.milliseconds) : 'later';
}
