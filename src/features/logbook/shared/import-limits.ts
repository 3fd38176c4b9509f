import { limits } from './dive-files/limits.ts';

export const importLimits = {
  /** Some computers write a file for each dive. */
  files: 1000,
  dives: 20_000,
  fileBytes: limits.fileBytes,
  /** What a person may store in originals, and what one import may have. */
  storedBytes: 2 * 1024 ** 3,
  importBytes: 512 * 1024 ** 2,
  /** The packed dives of an import, which the server holds in memory. */
  readBytes: 128 * 1024 ** 2,
  /** A recording is written to a file in one piece. At one sample a second, these are almost three days. */
  recordingSamples: 250_000,
  recordingEvents: limits.events,
  undoDays: 30,
  /** How many choices are sent in one request. */
  sentChoices: 500,
  /** How many dives are compared with the logbook in one request. */
  comparedDives: 500,
} as const;

export const importStatuses = ['uploading', 'importing', 'done', 'failed', 'undone'] as const;
export type ImportStatus = (typeof importStatuses)[number];
/** The result of importing a dive. `present` dives were in the logbook before. */
export const importActions = ['added', 'attached', 'present', 'skipped', 'failed'] as const;
export type ImportAction = (typeof importActions)[number];
