import type { FileDive, Recording } from '#features/logbook/shared/dive-files/dive-file.ts';

/** A dive of a file as the preview shows it before the import. */
export interface PreviewDive {
  /** The SHA-256 of its fingerprint, in hex. */
  fingerprint: string;
  title: string | null;
  location: string | null;
  start: string | null;
  is_time_known: boolean;
  /** The file has only UTC, so the person has to say what the time was at the site. */
  is_utc: boolean;
  duration_s: number | null;
  max_depth: number | null;
  outline: string | null;
  computer: string | null;
  has_recording: boolean;
}

type ReadDive = Omit<FileDive, 'recordings'> & {
  recordings: readonly { computer: string | null; outline: string | null }[];
};

export function previewDive(dive: ReadDive, fingerprint: string): PreviewDive {
  const { start, site, warnings, recordings } = dive;
  const places = [site?.name, site?.location, site?.country].filter((place) => typeof place === 'string');
  const [title = null, ...others] = [...new Set(places)];
  return {
    fingerprint,
    title,
    location: others.join(', ') || null,
    start: start?.local ?? null,
    is_time_known: start?.isTimeKnown ?? false,
    is_utc: warnings.some(({ code }) => code === 'utc-only'),
    duration_s: dive.durationS,
    max_depth: dive.maxDepthM,
    outline: recordings[0]?.outline ?? null,
    computer: recordings[0]?.computer ?? null,
    has_recording: recordings.length > 0,
  };
}

/** Vendor and model; null if the file names neither. */
export function describeComputer({ vendor, model }: Pick<Recording, 'vendor' | 'model'>): string | null {
  return [vendor, model].filter((part) => part !== null).join(' ') || null;
}
