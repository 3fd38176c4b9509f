import { DiveFileError, type FileDive } from '#features/logbook/shared/dive-files/dive-file.ts';
import { importLimits } from '#features/logbook/shared/import-limits.ts';

/** Refuses recordings that would block exports and drawings. Computers record a fraction of this. */
export function assertRecordingSize({ recordings }: Pick<FileDive, 'recordings'>): void {
  const { recordingSamples, recordingEvents } = importLimits;
  if (recordings.some(({ samples, events }) => samples.count > recordingSamples || events.length > recordingEvents))
    throw new DiveFileError('too-large', 'a recording has too many samples or events');
}
