import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { graphql } from '#platform/web/client/graphql.ts';
import type { DiveMatch, ImportedDive } from '#features/logbook/shared/import-contract.ts';
import { importLimits } from '#features/logbook/shared/import-limits.ts';
import { logbookKey } from '#features/logbook/web/queries.ts';
import { importDocuments } from './import-documents.ts';
import { canChoose, isOpen, listCompared, listRows, toKey, type FileDives, type RowChoice } from './preview-rows.ts';

/** The dives of the chosen files compared with the logbook, and what the person decides about them. */
export function usePreview(importId: string, files: readonly FileDives[], isReading: boolean) {
  const [starts, setStarts] = useState<ReadonlyMap<string, string>>(new Map());
  const [choices, setChoices] = useState<ReadonlyMap<string, RowChoice>>(new Map());
  const compared = useMemo(() => listCompared(files, starts), [files, starts]);
  const hash = useMemo(() => hashDives(compared), [compared]);
  const query = useQuery({
    // The list is too long for a key. It is compared again when the files or the answers change.
    queryKey: [...logbookKey, 'compared', importId, compared.length, hash],
    queryFn: () => compareDives(compared),
    enabled: !isReading && compared.length > 0,
    // The list stays while an answer is compared again.
    placeholderData: keepPreviousData,
  });
  const matches = query.data;
  const rows = useMemo(() => (matches === undefined ? [] : listRows(files, starts, matches)), [files, starts, matches]);
  return {
    query,
    rows,
    starts,
    choices,
    answer(key: string, start: string | null): void {
      const next = new Map(starts);
      if (start === null) next.delete(key);
      else next.set(key, start);
      setStarts(next);
    },
    /** Places all dives of which only UTC is known. */
    answerOffset(minutes: number): void {
      const next = new Map(starts);
      for (const { position, dives } of files)
        for (const [place, dive] of dives.entries())
          if (dive.is_utc && dive.start !== null) next.set(toKey(position, place), shift(dive.start, minutes));
      setStarts(next);
    },
    choose(key: string, choice: RowChoice): void {
      setChoices(new Map(choices).set(key, { ...choices.get(key), ...choice }));
    },
    chooseAll(chosen: boolean): void {
      const next = new Map(choices);
      for (const row of rows) if (canChoose(row)) next.set(row.key, { ...next.get(row.key), isChosen: chosen });
      setChoices(next);
    },
    utcCount: files.reduce(
      (sum, { dives }) => sum + dives.filter((dive) => isOpen(dive) && dive.start !== null).length,
      0,
    ),
  };
}

async function compareDives(dives: readonly ImportedDive[]): Promise<DiveMatch[]> {
  const matches: DiveMatch[] = [];
  for (let start = 0; start < dives.length; start += importLimits.comparedDives) {
    const part = dives.slice(start, start + importLimits.comparedDives);
    matches.push(...(await graphql(importDocuments.matchDives, { dives: part })).matchDives);
  }
  return matches;
}

function shift(local: string, minutes: number): string {
  return new Date(Date.parse(`${local}Z`) + minutes * 60_000).toISOString().slice(0, 19);
}

/** A short number that changes with the dives. */
function hashDives(dives: readonly ImportedDive[]): number {
  let hash = 7;
  for (const { fingerprint, start } of dives)
    for (const character of fingerprint.slice(0, 16) + (start ?? ''))
      hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
  return hash;
}
