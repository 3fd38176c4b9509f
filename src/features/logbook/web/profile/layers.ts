import type { PackedRecording } from '#features/logbook/shared/recordings/pack-recording.ts';

const profileLayers = ['temperature', 'pressure', 'ceiling', 'events'] as const;
export type ProfileLayer = (typeof profileLayers)[number];

/** The layers that a recording has values for. */
export function listLayers({ samples, events }: PackedRecording): ProfileLayer[] {
  const hasValues: Record<ProfileLayer, boolean> = {
    temperature: samples.columns.temperatureC !== undefined,
    pressure: Object.keys(samples.pressureBar).length > 0,
    ceiling: samples.columns.ceilingM?.some((metres) => metres > 0) ?? false,
    events: events.length > 0,
  };
  return profileLayers.filter((layer) => hasValues[layer]);
}

/** More than this, and the starts are those of two dives or of a clock that was never set. */
const maxOffsetS = 15 * 60;

/** How many seconds later the other recording started; 0 if that isn't known. Both are local times at the site. */
export function getStartOffset(start: string | null, otherStart: string | null): number {
  if (start === null || otherStart === null) return 0;
  const offsetS = (Date.parse(`${otherStart}Z`) - Date.parse(`${start}Z`)) / 1_000;
  return Math.abs(offsetS) <= maxOffsetS ? offsetS : 0;
}
