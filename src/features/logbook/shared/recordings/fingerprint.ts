import type { FileDive, Recording } from '#features/logbook/shared/dive-files/dive-file.ts';

/**
 * Texts that identify the dives of a file: the same computer and start for a recording, otherwise the values of the
 * dive. Two equal dives of one file stay two, because the second one gets a number. The server stores their hashes.
 */
export function listFingerprints(dives: readonly FileDive[]): string[] {
  const counts = new Map<string, number>();
  return dives.map((dive) => {
    const text = describe(dive);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return count === 1 ? text : `${text} #${count}`;
  });
}

function describe(dive: FileDive): string {
  const [recording] = dive.recordings;
  const start = recording?.start?.local ?? dive.start?.local ?? null;
  if (recording !== undefined && start !== null && hasComputer(recording))
    return JSON.stringify(['computer', recording.vendor, recording.model, recording.serial, start]);
  const { number, durationS, maxDepthM, site, notes } = dive;
  return JSON.stringify([
    'dive',
    start,
    durationS,
    maxDepthM,
    start === null ? [number, site?.name ?? null, notes] : null,
  ]);
}

const hasComputer = ({ vendor, model, serial }: Recording) => vendor !== null || model !== null || serial !== null;
