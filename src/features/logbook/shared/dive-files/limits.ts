/** Readers refuse more than this, so that a hostile file can't exhaust the memory of the reading process. */
export const limits = {
  fileBytes: 64 * 1024 ** 2,
  dives: 20_000,
  samples: 4_000_000,
  /** Values of all samples together, with those that are missing. */
  sampleValues: 12_000_000,
  /** Of one dive. The longest expeditions stage fewer. */
  cylinders: 64,
  /** Of one dive. Each is from a computer that the diver wore. */
  recordings: 16,
  /** Of one recording. Computers record a fraction of this. */
  events: 10_000,
  warnings: 1000,
  textLength: 20_000,
  /** Names of sites, people, computers and the like. */
  nameLength: 500,
  /** Buddies or tags of a dive. */
  names: 100,
} as const;
