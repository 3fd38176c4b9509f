import type { Context } from '#platform/server/http/context.ts';
import type { DiveMatch, ImportedDive } from '#features/logbook/shared/import-contract.ts';
import type { LogStatus } from '#features/logbook/shared/enums.ts';
import { canAttachRecording } from '#features/logbook/shared/policy.ts';
import { isProbablySameDive, type ComparedDive } from '#features/logbook/shared/recordings/match-dive.ts';
import { findPresent, listDivesOn } from './queries.ts';

type StoredDive = Omit<DiveMatch, 'status' | 'log_id' | 'can_attach'> & { logId: string; logStatus: LogStatus };

const toMatch = (status: 'same' | 'probable', { logId, ...dive }: StoredDive): DiveMatch => ({
  status,
  log_id: logId,
  dive_title: dive.dive_title,
  dive_date: dive.dive_date,
  time_in: dive.time_in,
  max_depth: dive.max_depth,
  bottom_time: dive.bottom_time,
  can_attach: canAttachRecording({ status: dive.logStatus }),
});
const noMatch: DiveMatch = {
  status: 'new',
  log_id: null,
  dive_title: null,
  dive_date: null,
  time_in: null,
  max_depth: null,
  bottom_time: null,
  can_attach: false,
};

/** Compares the dives of a file with the person's logbook: the same recording first, then dives that look the same. */
export async function matchDives({ db, user }: Context, dives: readonly ImportedDive[]): Promise<DiveMatch[]> {
  const { affiliateId } = user;
  const fingerprints = dives.map(({ fingerprint }) => Buffer.from(fingerprint, 'hex'));
  const dates = [...new Set(dives.flatMap(({ start }) => start?.slice(0, 10) ?? []))];
  const present = await findPresent(db, { affiliateId, fingerprints });
  const stored = await listDivesOn(db, { affiliateId, dates });
  const byFingerprint = new Map(present.map((dive) => [dive.fingerprint.toString('hex'), dive]));
  const storedByDate = Map.groupBy(stored, ({ dive_date: date }) => date);
  const taken = new Set(dives.flatMap(({ fingerprint }) => byFingerprint.get(fingerprint)?.logId ?? []));
  return dives.map((dive) => {
    const same = byFingerprint.get(dive.fingerprint);
    if (same !== undefined) return toMatch('same', same);
    const sameDay = storedByDate.get(dive.start?.slice(0, 10) ?? '') ?? [];
    const probable = sameDay
      .filter((log) => !taken.has(log.logId) && isProbable(dive, log))
      .toSorted((a, b) => compareCloseness(dive, a, b))[0];
    if (probable === undefined) return noMatch;
    // Two dives of a file never match the same dive of the logbook.
    taken.add(probable.logId);
    return toMatch('probable', probable);
  });
}

/** The closest start counts, then the closest depth. Without them the order of the logbook stays. */
function compareCloseness(dive: ImportedDive, a: StoredDive, b: StoredDive): number {
  const time = dive.is_time_known === false ? null : toMinutes(dive.start?.slice(11, 16));
  const distance = (value: number | null, other: number | null | undefined) =>
    typeof value === 'number' && typeof other === 'number' ? Math.abs(value - other) : 0;
  const apart = (log: StoredDive) => distance(toMinutes(log.time_in), time);
  return apart(a) - apart(b) || distance(a.max_depth, dive.max_depth) - distance(b.max_depth, dive.max_depth);
}

const toMinutes = (time: string | null | undefined) =>
  time ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) : null;

function isProbable(imported: ImportedDive, log: StoredDive): boolean {
  const { start, duration_s: durationS, max_depth: maxDepthM, is_time_known: isTimeKnown } = imported;
  if (!start || log.dive_date === null) return false;
  const dive: ComparedDive = {
    date: start.slice(0, 10),
    timeIn: isTimeKnown === false ? null : start.slice(11, 16),
    durationMin: typeof durationS === 'number' ? durationS / 60 : null,
    maxDepthM: maxDepthM ?? null,
  };
  return isProbablySameDive(dive, {
    date: log.dive_date,
    timeIn: log.time_in,
    durationMin: log.bottom_time,
    maxDepthM: log.max_depth,
  });
}
