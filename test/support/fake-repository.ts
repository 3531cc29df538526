import type { HistoryEvent, HistoryRepository } from '../../src/programs/history/repository.js';

export type CallName = keyof HistoryRepository;
export type Call = readonly [name: CallName, ...given: readonly unknown[]];

/** A call that fails: which, with what value, and (from 1) which of the calls of that name. */
export interface Failure {
  readonly call: CallName;
  readonly value: unknown;
  readonly occurrence?: number;
}

export interface FakeScript {
  /** What `tryInbox` answers; true unless said. */
  readonly isNew?: boolean;
  readonly failures?: readonly Failure[];
  /** Throw where a promise should reject, as a method that is not async does. */
  readonly throwAtOnce?: boolean;
}

/** A repository that stores nothing, answers as it is told, and writes down every call with what it was given. */
export class FakeRepository implements HistoryRepository {
  readonly calls: Call[] = [];

  constructor(readonly script: FakeScript = {}) {}

  get names(): CallName[] {
    return this.calls.map(([name]) => name);
  }

  begin(): Promise<void> {
    return this.#called(undefined, 'begin');
  }

  tryInbox(eventId: string): Promise<boolean> {
    return this.#called(this.script.isNew ?? true, 'tryInbox', eventId);
  }

  saveHistory(event: HistoryEvent): Promise<void> {
    return this.#called(undefined, 'saveHistory', event);
  }

  commit(): Promise<void> {
    return this.#called(undefined, 'commit');
  }

  rollback(): Promise<void> {
    return this.#called(undefined, 'rollback');
  }

  #called<T>(answer: T, name: CallName, ...given: unknown[]): Promise<T> {
    this.calls.push([name, ...given]);
    const occurrence = this.names.filter((other) => other === name).length;
    const failure = this.script.failures?.find((each) => each.call === name && (each.occurrence ?? 1) === occurrence);
    if (!failure) return Promise.resolve(answer);
    if (this.script.throwAtOnce) throw failure.value;
    return Promise.reject(failure.value);
  }
}

/** What is in the database of {@link StoringRepository}: the committed event ids of both tables. */
export interface Store {
  readonly inbox: Set<string>;
  readonly history: Set<string>;
}

/** A repository with a store and one transaction at a time; its commits can lose their reply. */
export class StoringRepository implements HistoryRepository {
  readonly calls: CallName[] = [];
  #open: Store | null = null;

  constructor(
    readonly store: Store,
    /** What happens to the commit: all goes well, or it fails for the client with or without its effect. */
    readonly commitFault: { readonly applied: boolean; readonly error: unknown } | null = null,
  ) {}

  async begin(): Promise<void> {
    this.calls.push('begin');
    this.#open = { inbox: new Set(), history: new Set() };
  }

  async tryInbox(eventId: string): Promise<boolean> {
    this.calls.push('tryInbox');
    if (this.store.inbox.has(eventId)) return false;
    this.#open?.inbox.add(eventId);
    return true;
  }

  async saveHistory({ eventId }: HistoryEvent): Promise<void> {
    this.calls.push('saveHistory');
    this.#open?.history.add(eventId);
  }

  async commit(): Promise<void> {
    this.calls.push('commit');
    if (this.commitFault?.applied ?? true) {
      for (const id of this.#open?.inbox ?? []) this.store.inbox.add(id);
      for (const id of this.#open?.history ?? []) this.store.history.add(id);
    }
    this.#open = null;
    if (this.commitFault) throw this.commitFault.error;
  }

  async rollback(): Promise<void> {
    this.calls.push('rollback');
    this.#open = null;
  }
}

export const event900: HistoryEvent = {
  eventId: 'event-ticket-900',
  ticketId: 'ticket-42',
  fromStatus: 'open',
  toStatus: 'resolved',
  changedAt: '2026-10-03T08:00:00Z',
};
