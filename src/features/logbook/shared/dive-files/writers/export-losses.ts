/**
 * What a format has no place for. The export dialog names these parts, and the round trip test expects that exactly these
 * are lost, apart from values that a format changes (`docs/dive-files.md`).
 */
export const exportLosses = {
  uddf: [
    'photos',
    'other_profiles',
    'time_to_surface',
    'settings',
    'verified_by',
    'exit',
    'working_pressure',
    'details',
  ],
  subsurface: ['photos', 'visibility', 'time_zone', 'exit', 'details'],
  csv: ['photos', 'profiles', 'time_zone', 'working_pressure', 'cylinder_names'],
} as const;
export type LossyFormat = keyof typeof exportLosses;
export type LostPart = (typeof exportLosses)[LossyFormat][number];
