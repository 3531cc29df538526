/** Every bound of the program, each with its unit in its name. */
export const limits = {
  /** A larger scenario file is refused by its size, before it is read. */
  scenarioBytes: 2 * 1024 * 1024,
  /** Deeper nesting is refused before anything is composed: the parser recurses, and a deep file could abort the process. */
  scenarioDepthLevels: 100,
  /** Databases of one scenario. */
  databases: 8,
  /** No step of a scenario may make more events than this with `count`. */
  eventsPerProduce: 100_000,
  /** A process that still finds work after so many units in one step is going round in circles. */
  unitsPerStep: 1_000_000,
  /** Kafka's own default for the length of a commit's metadata (`offset.metadata.max.bytes`). */
  offsetMetadataChars: 4096,
  /** Kafka's own default for `batch.size`: after so many bytes a record without a key goes to another partition. */
  producerBatchBytes: 16_384,
  /** Pieces of evidence kept for one violated invariant; the first is what a person needs. */
  evidencePieces: 10,
  /** Rows of one table shown in the text output; the rest is counted. */
  shownRows: 12,
  /** Records of one partition shown in the text output; the rest is counted. */
  shownRecords: 6,
  /** Units of work of one step that the text output writes out; the rest is summed up. */
  shownUnits: 4,
  /** No output is laid out for fewer columns than this; a narrower terminal wraps. */
  minimumColumns: 40,
} as const;
