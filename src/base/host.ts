/** What the program's surroundings give it; `src/cli` hands it in, so that everything below runs without any. */
export interface Host {
  /** A clock that only goes forward, from wherever it starts. */
  milliseconds(): number;
  /** Calls `act` once when the time has passed, unless what it returns is called before. It keeps no process alive. */
  later(milliseconds: number, act: () => void): () => void;
  /** The memory of the whole process that is resident. */
  residentBytes(): number;
}
