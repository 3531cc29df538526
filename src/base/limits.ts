/** Every bound of the program, each with its unit in its name. */
export const limits = {
  /** A larger scenario file is refused by its size, before it is read. */
  scenarioBytes: 2 * 1024 * 1024,
  /** Deeper nesting is refused before anything is composed: the parser recurses, and a deep file could abort the process. */
  scenarioDepthLevels: 100,
  /** Errors of one scenario that are told, and as many warnings: whoever has more has one cause for many of them. */
  diagnostics: 500,
  /** Steps of all branches of a scenario together; what the branches share counts for each. */
  steps: 100_000,
  /** Databases of one scenario. */
  databases: 8,
  /** No step of a scenario may make more events than this with `count`. */
  eventsPerProduce: 100_000,
  /** Records that one fetch hands out, at most. */
  recordsPerFetch: 10_000,
  /** A process that works until idle stops after so many units of one step. */
  unitsPerStep: 1_000_000,
  /** It also stops when the same record has ended unknown so often in a row: it would come back to it for ever. */
  attemptsPerRecord: 10,
  /** How much virtual time groups get at the end to give every member its partitions. */
  settlingMilliseconds: 3_600_000,
  /** The database engine: what one statement and one scenario may take of it. */
  engine: {
    statementMilliseconds: 5000,
    /** Only the time counts in which PostgreSQL works. */
    scenarioMilliseconds: 30_000,
    /** Of the whole process; PostgreSQL in WASM gives back nothing that it has once taken. */
    residentBytes: 1536 * 1024 * 1024,
    rowsPerAnswer: 10_000,
    answerBytes: 16 * 1024 * 1024,
  },
  /** A thread of PostgreSQL serves no more: it keeps something of every table that it has ever had, and of every change. */
  databasesPerThread: 150,
  resetsPerThread: 5000,
  /** The virtual clock goes no further than this from its start. */
  clockDays: 36_525,
  /** Partitions of one topic. */
  partitions: 1024,
  /** Which occurrence of an operation within a step a fault may name, at most. */
  faultOccurrence: 1_000_000,
  /** Kafka's own default for the length of a commit's metadata (`offset.metadata.max.bytes`). */
  offsetMetadataChars: 4096,
  /** Kafka's own default for `batch.size`: after so many bytes a record without a key goes to another partition. */
  producerBatchBytes: 16_384,
  /** Pieces of evidence kept for one violated invariant; the first is what a person needs. */
  evidencePieces: 10,
  /** What a report for people shows of each; the rest is counted, or summed up. */
  report: {
    /** Of one table. */
    rows: 12,
    /** Of one partition. */
    records: 6,
    /** Units of work of one step. */
    units: 4,
    /** Partitions whose log has changed in one step. */
    partitions: 8,
    /** Lines about where a consumer reads on, for one step. */
    positions: 8,
  },
  /** The same for a snapshot, which a comparison reads: only what would make it too large is left out. */
  snapshot: { rows: 1000, records: 1000, units: 1000, partitions: 1024, positions: 1024 },
  /** Lines of one difference between what was expected and what was found; the rest is counted. */
  shownDifferences: 40,
  /** Unmet expectations of steps that the end of a report repeats; the rest is counted. */
  shownUnmet: 10,
  /** Of what was expected and of what was found, where the end repeats it. */
  unmetChars: 60,
  /** Lines that are alike, shown before and after what differs. */
  shownAlike: 3,
  /** Pairs of lines that are compared to find what two texts have in common. */
  comparedPairs: 1_000_000,
  /** Diagnostics of one file that are shown; the rest is counted. */
  shownDiagnostics: 200,
  /** Known names that a diagnostic lists where none is near; the rest is left out. */
  shownNames: 30,
  /** Of one sentence of a diagnostic, which may hold a text of the author's. */
  sentenceChars: 1000,
  /** Of what was found in the place of what a diagnostic expects. */
  foundChars: 60,
  /** Columns of a diagnostic's frame where nothing is known of the place that it goes to. */
  frameColumns: 80,
  /** Longer lines are hard to read, however wide the terminal is. */
  widestColumns: 120,
  /** No output is laid out for fewer columns than this; a narrower terminal wraps. */
  minimumColumns: 40,
} as const;
