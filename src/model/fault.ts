export const FAULT_KINDS = [
  'crash-before',
  'crash-after',
  'lost-request',
  'lost-reply',
  'error',
  'delay',
  'late-reply',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** When something that is under way arrives: just before the step with a label, or a while after it was sent. */
export type Arrival =
  | { readonly at: 'step'; readonly label: string }
  | { readonly at: 'after'; readonly milliseconds: number }
  | { readonly at: 'end' };

/**
 * What happens to one operation on its way *sent -> effect at the server -> reply seen*.
 * A lost connection also ends the session; `noticed` says when the server finds out (at once when absent).
 */
export type Fault =
  | { readonly kind: 'crash-before' | 'crash-after' }
  | { readonly kind: 'lost-request' | 'lost-reply'; readonly noticed?: Arrival }
  | { readonly kind: 'error'; readonly code: string }
  /** The request takes effect late, or at once and only its reply comes late; later ones may come first. */
  | { readonly kind: 'delay' | 'late-reply'; readonly until: Arrival };
