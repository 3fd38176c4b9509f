import type { DiveMatch, ImportChoice, ImportedDive } from '#features/logbook/shared/import-contract.ts';
import type { PreviewDive } from '#features/logbook/shared/recordings/preview-dive.ts';

/** In the order in which the preview lists them: what the person has to decide comes first. */
export const previewStatuses = ['attention', 'probable', 'new', 'repeated', 'present'] as const;
export type PreviewStatus = (typeof previewStatuses)[number];

export interface PreviewRow {
  key: string;
  file: number;
  /** The place of the dive in its file. */
  place: number;
  dive: PreviewDive;
  /** The start at the site; the person's answer if the file doesn't say it. */
  start: string | null;
  status: PreviewStatus;
  /** The dive of the logbook that is the same, or probably is. */
  match: DiveMatch | null;
}

export interface FileDives {
  position: number;
  dives: readonly PreviewDive[];
}

/** The person's answers to when dives started, by key. */
export type Starts = ReadonlyMap<string, string>;

/** The person's choices that differ from the suggestion, by key. */
export interface RowChoice {
  isChosen?: boolean;
  action?: 'add' | 'attach';
}
export type Choices = ReadonlyMap<string, RowChoice>;

export const toKey = (file: number, place: number) => `${file} ${place}`;

/** Whether the file doesn't say when the dive was at the site. */
export const isOpen = ({ start, is_utc: isUtc }: PreviewDive) => start === null || isUtc;

/** The dives as the server compares them with the logbook. */
export function listCompared(files: readonly FileDives[], starts: Starts): ImportedDive[] {
  return files.flatMap(({ position, dives }) =>
    dives.map((dive, place) => {
      const answer = starts.get(toKey(position, place));
      return {
        fingerprint: dive.fingerprint,
        start: answer ?? dive.start,
        is_time_known: answer !== undefined || dive.is_time_known,
        duration_s: dive.duration_s,
        max_depth: dive.max_depth,
      };
    }),
  );
}

/** All dives with their status, sorted by it and then by date. */
export function listRows(files: readonly FileDives[], starts: Starts, matches: readonly DiveMatch[]): PreviewRow[] {
  const seen = new Set<string>();
  let index = 0;
  const rows = files.flatMap(({ position, dives }) =>
    dives.map((dive, place): PreviewRow => {
      const key = toKey(position, place);
      const answer = starts.get(key);
      const match = matches[index++] ?? null;
      const isRepeated = seen.has(dive.fingerprint);
      seen.add(dive.fingerprint);
      const status =
        match?.status === 'same'
          ? 'present'
          : isRepeated
            ? 'repeated'
            : isOpen(dive) && answer === undefined
              ? 'attention'
              : match?.status === 'probable'
                ? 'probable'
                : 'new';
      return { key, file: position, place, dive, start: answer ?? dive.start, status, match };
    }),
  );
  const order = (row: PreviewRow) => previewStatuses.indexOf(row.status);
  return rows.toSorted((a, b) => order(a) - order(b) || (a.start ?? '').localeCompare(b.start ?? ''));
}

/** Dives that the logbook has, and those without a date, can't be chosen. */
export const canChoose = ({ status }: PreviewRow) => status === 'new' || status === 'probable';

export function isChosen(row: PreviewRow, choices: Choices): boolean {
  return canChoose(row) && (choices.get(row.key)?.isChosen ?? true);
}

/** A dive that is probably in the logbook is attached to it unless the person decides otherwise. */
export function getAction(row: PreviewRow, choices: Choices): 'add' | 'attach' {
  return row.status === 'probable' ? (choices.get(row.key)?.action ?? 'attach') : 'add';
}

/** What the server needs to know: it adds dives without a choice. */
export function listChoices(rows: readonly PreviewRow[], choices: Choices, starts: Starts): ImportChoice[] {
  return rows.flatMap((row): ImportChoice[] => {
    const { file, key, match, status } = row;
    const place = { file, dive: row.place, fingerprint: row.dive.fingerprint };
    // The server finds these itself and reports them.
    if (status === 'present') return [];
    if (!isChosen(row, choices)) return [{ ...place, action: 'skip' }];
    const action = getAction(row, choices);
    const start = starts.get(key) ?? null;
    if (action === 'attach') return [{ ...place, action, log_id: match?.log_id ?? null, start }];
    return start === null ? [] : [{ ...place, action, start }];
  });
}
