import type { Context } from '#platform/server/http/context.ts';
import { dayMs, toIsoDate } from '#platform/shared/dates.ts';
import { intlTag } from '#platform/shared/locale.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { ageOn } from '#domain/age.ts';
import { listCourseFormStatuses } from '#features/forms/server/public.ts';
import { type Blocker, listDiveBlockers } from '#features/learning/shared/blockers.ts';
import type { BoardDiver } from '#features/learning/shared/board-contract.ts';
import type { Library } from '#features/learning/server/content/library.ts';
import { type CourseCertificationLevel, listEntries } from './load-board.ts';
import { type BoardEntry, listHeldLevels } from './queries.ts';

export function matchesName({ name }: BoardEntry, search: string): boolean {
  return normalizeForSearch(name).includes(normalizeForSearch(search));
}

const blockersByKind = {
  missing: ['forms', 'guardian'],
  physician: ['physician', 'review', 'refused'],
  expired: ['expired'],
} as const satisfies Record<string, readonly Blocker[]>;

/** The number of people that the summary names. */
const namedCount = 4;
const expiryDays = 30;

/**
 * Who has open forms and whose medical expires soon. Each person is counted once, by the first kind that matches.
 */
export async function summarizeForms(ctx: Context, entries: readonly BoardEntry[]) {
  const statuses = await listCourseFormStatuses(ctx, entries, ctx.now);
  const lastDay = toIsoDate(new Date(ctx.now.getTime() + expiryDays * dayMs));
  const people = new Map<number, { name: string; blockers: Set<Blocker>; medicalUntil: string | null }>();
  for (const [place, { affiliateId, name }] of entries.entries()) {
    const status = statuses[place];
    const own = status === undefined ? [] : listDiveBlockers(status);
    const former = people.get(affiliateId);
    people.set(affiliateId, {
      name,
      blockers: new Set([...(former?.blockers ?? []), ...own]),
      medicalUntil: former?.medicalUntil ?? status?.medicalUntil ?? null,
    });
  }
  const forms = { missing: 0, physician: 0, expired: 0 };
  const notReady: { affiliateId: number; name: string; blocker: Blocker }[] = [];
  const expiring: { affiliateId: number; name: string; medicalUntil: string }[] = [];
  for (const [affiliateId, { name, blockers, medicalUntil }] of people) {
    const kind = (['missing', 'physician', 'expired'] as const).find((one) =>
      blockersByKind[one].some((blocker) => blockers.has(blocker)),
    );
    if (kind !== undefined) forms[kind]++;
    const [blocker] = blockers;
    if (blocker !== undefined) notReady.push({ affiliateId, name, blocker });
    else if (medicalUntil !== null && medicalUntil <= lastDay) expiring.push({ affiliateId, name, medicalUntil });
  }
  const soonestFirst = expiring.toSorted((a, b) => (a.medicalUntil < b.medicalUntil ? -1 : 1));
  return {
    forms,
    notReady: notReady.slice(0, namedCount),
    expiring: { total: expiring.length, items: soonestFirst.slice(0, namedCount) },
  };
}

/** The people on the board with what decides whether they may dive. Each person is listed once, even with two courses. */
export async function listBoardDivers(
  ctx: Context,
  library: Library,
  levels: readonly CourseCertificationLevel[],
  {
    search,
    ids,
    offset,
    limit,
  }: { search: string; ids?: readonly number[] | undefined; offset: number; limit: number },
) {
  const people = new Map<number, BoardEntry>();
  for (const entry of await listEntries(ctx, library, levels)) {
    const isWanted = matchesName(entry, search) && (ids === undefined || ids.includes(entry.affiliateId));
    if (isWanted && !people.has(entry.affiliateId)) people.set(entry.affiliateId, entry);
  }
  const order = new Intl.Collator(intlTag(ctx.locale));
  const byName = [...people.values()].toSorted(
    (a, b) => order.compare(a.name, b.name) || a.affiliateId - b.affiliateId,
  );
  const page = byName.slice(offset, offset + limit);
  const [held, statuses] = await Promise.all([
    listHeldLevels(ctx.db, { affiliateIds: page.map(({ affiliateId }) => affiliateId) }),
    listCourseFormStatuses(ctx, page, ctx.now),
  ]);
  const levelsOf = Map.groupBy(held, ({ affiliateId }) => affiliateId);
  const items = page.flatMap(({ affiliateId, name, birthdate }, place): BoardDiver[] => {
    const status = statuses[place];
    if (status === undefined) return [];
    return [
      {
        affiliateId,
        name,
        age: birthdate === null ? null : ageOn(birthdate, toIsoDate(ctx.now)),
        levelIDs: levelsOf.get(affiliateId)?.map(({ levelID }) => levelID) ?? [],
        medicalUntil: status.medicalUntil,
        blockers: listDiveBlockers(status),
      },
    ];
  });
  return { total: people.size, items };
}
