import { zstdDecompressSync } from 'node:zlib';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decryptBytes, encryptBytes } from '#platform/server/crypto/secrets.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { RecordingEvent } from '#features/logbook/shared/dive-files/dive-file.ts';
import {
  packRecording,
  unpackRecording,
  type PackedRecording,
} from '#features/logbook/shared/recordings/pack-recording.ts';

/** The key-derivation purpose of recordings and original files, as their tables declare it for the export. */
export const recordingPurpose = 'dive-recording';

type Keys = Pick<Services['env'], 'SECRET_KEYS'>;

interface RecordingId {
  affiliate_id: number;
  recordingId: string;
}

const contextOf = ({ affiliate_id, recordingId }: RecordingId) =>
  EncryptionContext.ofRow(recordingPurpose, 'dive_recording', 'sealed_recording', { affiliate_id, id: recordingId });

/** Encrypts a recording that is packed and compressed. */
export function encryptRecording({ SECRET_KEYS }: Keys, row: RecordingId, compressed: Uint8Array): Buffer {
  return encryptBytes(SECRET_KEYS, contextOf(row), compressed);
}

/** The packed recording as browsers get it. */
export function decryptRecording({ SECRET_KEYS }: Keys, row: RecordingId & { sealed_recording: Buffer }): Buffer {
  return zstdDecompressSync(decryptBytes(SECRET_KEYS, contextOf(row), row.sealed_recording));
}

/** Computers write no texts of divers into the names of other events. */
const markerKinds: ReadonlySet<RecordingEvent['kind']> = new Set(['bookmark', 'other']);

/**
 * Removes heart rate, positions and serial numbers, which a diver may keep from the instructor. The computer's id of the
 * dive and the description of a cylinder can contain one, and the name of a marker is the diver's own text.
 */
export function withoutPrivateDetails(packed: Uint8Array): Uint8Array {
  const recording = unpackRecording(packed);
  const { heartRate: _, ...columns } = recording.samples.columns;
  const shown: PackedRecording = {
    ...recording,
    serial: null,
    diveId: null,
    events: recording.events.map((event) => (markerKinds.has(event.kind) ? { ...event, name: '' } : event)),
    cylinders: recording.cylinders.map((cylinder) => ({ ...cylinder, description: null })),
    entry: null,
    exit: null,
    samples: { ...recording.samples, columns },
  };
  return packRecording(shown);
}
