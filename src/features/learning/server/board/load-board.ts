import type { Context } from '#platform/server/http/context.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { listCourseFormStatuses } from '#features/forms/server/public.ts';
import { toBlocker, filterDiveBlockers } from '#features/learning/shared/blockers.ts';
import type { BoardStudent } from '#features/learning/shared/board-contract.ts';
import { type Culture, defaultCulture } from '#features/learning/shared/rules.ts';
import { type Library, library } from '#features/learning/server/content/library.ts';
import { type FormStatus, noFormProblems, toBoardStudent } from './board-student.ts';
import { type BoardEntry, type BoardRow, listBoardEntries, listBoardRows } from './queries.ts';

/**
 * A certification level and its course. Passed in as a parameter, because the certifications feature imports this one.
 */
export interface CourseCertificationLevel {
  packageId: string | null;
  levelID: number;
}

/** Returns the requirements for a course's card that each person does not meet yet; empty if they are ready. */
export type ListMissingRequirements = (
  ctx: Context,
  students: readonly { affiliateId: number; packageId: string }[],
) => Promise<readonly (readonly string[])[]>;

export interface Board {
  /** Everyone on the board, most recently active first. */
  entries: readonly BoardEntry[];
  /** Those who can be certified. */
  ready: ReadonlySet<BoardEntry>;
  readStudents(entries: readonly BoardEntry[], culture: Culture): Promise<BoardStudent[]>;
}

/** Loads who is on the board and who is ready. The students themselves are read by page. */
export async function loadBoard(
  ctx: Context,
  library: Library,
  levels: readonly CourseCertificationLevel[],
  listMissing: ListMissingRequirements,
): Promise<Board> {
  const entries = await listEntries(ctx, library, levels);
  const { checked, rows, readRows, toStudent } = await findCheckable(ctx, library, levels, entries);
  const missing = await listMissing(ctx, checked);
  const kinds = new Map(checked.map((entry, place) => [entry, missing[place] ?? []]));
  return {
    entries,
    ready: new Set(checked.filter((entry) => kinds.get(entry)?.length === 0)),

    async readStudents(wanted, culture) {
      if (wanted.length === 0) return [];
      await readRows(wanted.filter((entry) => !rows.has(entry)));
      const formStatuses = await listCourseFormStatuses(ctx, wanted, ctx.now);
      return wanted.flatMap((entry, place) => {
        const formStatus = formStatuses[place];
        const student = formStatus && toStudent(entry, formStatus, culture);
        if (student === undefined) return [];
        const found = kinds.get(entry);
        if (found === undefined) return [{ ...student, isReady: false }];
        const open = new Set(found.flatMap((kind) => toBlocker(kind) ?? []));
        return [
          { ...student, blockers: [...filterDiveBlockers(student.blockers), ...open], isReady: found.length === 0 },
        ];
      });
    },
  };
}

/**
 * Finds who needs the full check of the certification rules. Students who lack lessons, skills, dives or a photo and
 * have no outside training cannot be ready.
 */
async function findCheckable(
  ctx: Context,
  library: Library,
  levels: readonly CourseCertificationLevel[],
  entries: readonly BoardEntry[],
) {
  const rows = new Map<BoardEntry, BoardRow>();
  const readRows = async (wanted: readonly BoardEntry[]) => {
    if (wanted.length === 0) return;
    const byKey = new Map(wanted.map((entry) => [getKey(entry), entry]));
    const found = await listBoardRows(ctx.db, {
      ...getOwner(ctx, levels),
      affiliateIds: wanted.map(({ affiliateId }) => affiliateId),
      courses: wanted.map(({ packageId }) => packageId),
    });
    for (const row of found) {
      const entry = byKey.get(getKey(row));
      if (entry !== undefined) rows.set(entry, row);
    }
  };
  const toStudent = (entry: BoardEntry, formStatus: FormStatus, culture: Culture) => {
    const row = rows.get(entry);
    const course = library.find(entry.packageId);
    return row && course && toBoardStudent(row, course, formStatus, culture, toIsoDate(ctx.now));
  };
  const mayBeReady = entries.filter((entry) => entry.mayBeReady);
  await readRows(mayBeReady);
  const checked = mayBeReady.filter(
    (entry) =>
      rows.get(entry)?.hasOutside === true || toStudent(entry, noFormProblems, defaultCulture)?.blockers.length === 0,
  );
  return { checked, rows, readRows, toStudent };
}

/** The students of a course on the reader's board by name: those who may be ready, and the others. */
export async function listClass(ctx: Context, levels: readonly CourseCertificationLevel[], packageId: string) {
  const entries = (await listEntries(ctx, library, levels)).filter((entry) => entry.packageId === packageId);
  const { checked } = await findCheckable(ctx, library, levels, entries);
  const possible = new Set(checked);
  const byName = entries.toSorted((a, b) => a.name.localeCompare(b.name) || a.affiliateId - b.affiliateId);
  return {
    possible: byName.filter((entry) => possible.has(entry)),
    others: byName.filter((entry) => !possible.has(entry)),
  };
}

/** Courses that were withdrawn, and SCORM courses, do not lead to a card. */
export async function listEntries(
  ctx: Context,
  library: Library,
  levels: readonly CourseCertificationLevel[],
): Promise<BoardEntry[]> {
  const entries = await listBoardEntries(ctx.db, getOwner(ctx, levels));
  return entries.filter(({ packageId }) => library.find(packageId) !== undefined);
}

function getOwner({ user }: Context, levels: readonly CourseCertificationLevel[]) {
  const learned = levels.flatMap(({ packageId, levelID }) => (packageId === null ? [] : [{ packageId, levelID }]));
  return {
    affiliateId: user.affiliateId,
    packageIds: learned.map(({ packageId }) => packageId),
    levelIDs: learned.map(({ levelID }) => levelID),
  };
}

const getKey = ({ affiliateId, packageId }: { affiliateId: number; packageId: string }) =>
  `${affiliateId}/${packageId}`;
