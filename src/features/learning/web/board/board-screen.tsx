import { Printer } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LinkPills } from '#ui/navigation/link-pills.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { boardPageSize, type BoardView, boardViews } from '#features/learning/shared/board-pages.ts';
import { RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { useLearningUpdates } from '#features/learning/web/queries.ts';
import { BoardCourseSection, type RenderForCourse } from './board-course-section.tsx';
import { type BoardData, type BoardFilter, getBoardPath, useBoard } from './board-queries.ts';
import { BoardSearch } from './board-search.tsx';

export function BoardScreen({ forCourse }: { forCourse: RenderForCourse }) {
  const [params] = useSearchParams();
  const filter: BoardFilter = {
    show: boardViews.find((view) => view === params.get('show')) ?? 'all',
    search: params.get('search') ?? '',
  };
  const query = useBoard(filter);
  useLearningUpdates();
  const { all = 0, ready = 0 } = query.data ?? {};
  return (
    <>
      <PageHead
        back={
          <BackLink to="/pro">
            <FormattedMessage id="professionals.board.back" />
          </BackLink>
        }
        eyebrow={<FormattedMessage id="professionals.board.title" />}
        title={
          all === 0 ? (
            <FormattedMessage id="professionals.board.headline" />
          ) : (
            <FormattedMessage id="professionals.board.headline_ready" values={{ ready, blocked: all - ready }} />
          )
        }
        end={
          <Link className={buttonClass()} to="/pro/boat">
            <Printer size={18} aria-hidden="true" />
            <FormattedMessage id="professionals.board.to_boat" />
          </Link>
        }
      />
      <div className="mt-6">
        <QueryView query={query} skeleton={<RowsSkeleton rows={4} height={112} />} isCard>
          {(board) => (
            <Board board={board} filter={filter} isStale={query.isPlaceholderData} renderForCourse={forCourse} />
          )}
        </QueryView>
      </div>
    </>
  );
}

interface BoardProps {
  board: BoardData;
  filter: BoardFilter;
  /** The board of another filter, while this one loads. */
  isStale: boolean;
  renderForCourse: RenderForCourse;
}

function Board({ board: { all, ready, courses }, filter, isStale, renderForCourse }: BoardProps) {
  const intl = useIntl();
  if (all === 0)
    return (
      <EmptyState
        isCard
        drawing={<BuoyDrawing />}
        title={<FormattedMessage id="professionals.board.empty" />}
        text={<FormattedMessage id="professionals.board.empty_text" />}
      />
    );
  const counts: Record<BoardView, number> = { all, ready, blocked: all - ready };
  return (
    <>
      <LinkPills label={intl.formatMessage({ id: 'professionals.board.show' })}>
        {boardViews.map((view) => (
          <Link
            key={view}
            to={getBoardPath({ ...filter, show: view })}
            replace
            preventScrollReset
            aria-current={view === filter.show ? 'page' : undefined}
          >
            <FormattedMessage id={`professionals.board.show.${view}`} />
            <span className="num">{intl.formatNumber(counts[view])}</span>
          </Link>
        ))}
      </LinkPills>
      {all > boardPageSize && <BoardSearch filter={filter} />}
      <div className="mt-6" aria-live="polite" aria-busy={isStale || undefined}>
        {courses.length === 0 && (
          <EmptyState
            isCard
            drawing={<BuoyDrawing />}
            title={
              filter.search === '' ? (
                <FormattedMessage id={`professionals.board.none.${filter.show}`} />
              ) : (
                <FormattedMessage id="learning.students.nobody" />
              )
            }
          />
        )}
        {courses.map((course) => (
          <BoardCourseSection
            key={`${course.packageId} ${filter.show} ${filter.search}`}
            course={course}
            filter={filter}
            renderForCourse={renderForCourse}
          />
        ))}
      </div>
    </>
  );
}
