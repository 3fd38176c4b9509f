import { useQueries, useQuery } from '@tanstack/react-query';
import { sendRequest } from '#platform/web/client/client.ts';
import { unpackRecording, type PackedRecording } from '#features/logbook/shared/recordings/pack-recording.ts';

const base = '/api/logbook/api/Recording/GetRecording';
const template = `${base}/{logId}/{recordingId}`;

/** `sharesDetails` is part of the key, because the diver's choice changes what an instructor gets. */
interface RecordingKey {
  logId: string;
  recordingId: string;
  sharesDetails: boolean;
}

/** Recordings never change and are fetched once. */
const recordingOptions = ({ logId, recordingId, sharesDetails }: RecordingKey) => ({
  queryKey: ['dive-recording', logId, recordingId, sharesDetails],
  meta: { isBrowserOnly: true },
  queryFn: async (): Promise<PackedRecording> => {
    const blob = (await sendRequest('GET', `${base}/${logId}/${recordingId}`, undefined, template)) as Blob;
    return unpackRecording(new Uint8Array(await blob.arrayBuffer()));
  },
  staleTime: Infinity,
  // Typed arrays are compared by reference; the default would walk through all samples.
  structuralSharing: false,
});

export function useRecording(key: RecordingKey) {
  return useQuery(recordingOptions(key));
}

/** In the same order; undefined while one is loading. */
export function useRecordings(keys: readonly RecordingKey[]): (PackedRecording | undefined)[] {
  return useQueries({ queries: keys.map(recordingOptions) }).map(({ data }) => data);
}
