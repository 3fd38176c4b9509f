import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import type { BoardCourse, boardEndpoints } from '#features/learning/shared/board-contract.ts';
import type { BoardView } from '#features/learning/shared/board-pages.ts';
import { toCulture } from '#features/learning/shared/rules.ts';
import { getCourseText, type Library } from '#features/learning/server/content/library.ts';
import { listBoardDivers, matchesName, summarizeForms } from './board-forms.ts';
import { loadBoard, type Board, type CourseCertificationLevel, type ListMissingRequirements } from './load-board.ts';
import type { BoardEntry } from './queries.ts';
import { shareRows } from './share-rows.ts';

/** The number of latest students in the summary. */
const latestCount = 4;

export function boardHandlers(
  library: Library,
  levels: readonly CourseCertificationLevel[],
  listMissing: ListMissingRequirements,
): Handlers<typeof boardEndpoints> {
  const load = (ctx: Context) => loadBoard(ctx, library, levels, listMissing);
  return {
    'GET v2/board': async (ctx, { query: { show, search, course, offset, limit, ...query } }) => {
      const culture = query.culture ?? toCulture(ctx.locale);
      const board = await load(ctx);
      const shown = board.entries.filter((entry) => matchesView(board, show, entry) && matchesName(entry, search));
      const byCourse = [...Map.groupBy(shown, ({ packageId }) => packageId)].filter(
        ([packageId]) => course === undefined || packageId === course,
      );
      const shares = shareRows(
        byCourse.map(([, own]) => Math.max(0, own.length - offset)),
        limit,
      );
      const pages = byCourse.map(([, own], place) => own.slice(offset, offset + (shares[place] ?? 0)));
      const students = await board.readStudents(pages.flat(), culture);
      return {
        all: board.entries.length,
        ready: board.ready.size,
        courses: byCourse.map(([packageId, own]): BoardCourse => ({
          packageId,
          title: getTitle(packageId),
          count: own.length,
          students: students.filter((student) => student.packageId === packageId),
        })),
      };

      function getTitle(packageId: string): string {
        const found = library.find(packageId);
        return found === undefined ? '' : getCourseText(found, culture).title;
      }
    },

    'GET v2/board/summary': async (ctx, { query }) => {
      const board = await load(ctx);
      const culture = query.culture ?? toCulture(ctx.locale);
      return {
        all: board.entries.length,
        ready: board.ready.size,
        ...(await summarizeForms(ctx, board.entries)),
        latest: await board.readStudents(board.entries.slice(0, latestCount), culture),
      };
    },

    'GET v2/board/divers': (ctx, { query }) => listBoardDivers(ctx, library, levels, query),
  };
}

function matchesView({ ready }: Board, view: BoardView, entry: BoardEntry): boolean {
  return view === 'all' || (view === 'ready') === ready.has(entry);
}
