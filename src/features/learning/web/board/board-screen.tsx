import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { currentToken } from '#platform/web/session/session.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LinkPills } from '#ui/navigation/link-pills.tsx';
import { PageHead, PageSection } from '#ui/layout/page.tsx';
import { canHaveStudents } from '#features/learning/shared/policy.ts';
import type { BoardStudent } from '#features/learning/shared/board-contract.ts';
import { RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { useLearningUpdates } from '#features/learning/web/queries.ts';
import { useBoard } from './board-queries.ts';
import { BoardRow } from './board-row.tsx';

const views = ['all', 'blocked', 'ready'] as const;
type View = (typeof views)[number];

/** Content that another feature adds to a course of the board. */
type RenderForCourse = (packageId: string) => ReactNode;

export function BoardScreen({ forCourse }: { forCourse: RenderForCourse }) {
  const query = useBoard();
  useLearningUpdates();
  const students = query.data;
  const ready = students?.filter(({ isReady }) => isReady).length ?? 0;
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
          students === undefined || students.length === 0 ? (
            <FormattedMessage id="professionals.board.headline" />
          ) : (
            <FormattedMessage
              id="professionals.board.headline_ready"
              values={{ ready, blocked: students.length - ready }}
            />
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
          {(loaded) => <Board students={loaded} forCourse={forCourse} />}
        </QueryView>
      </div>
    </>
  );
}

function Board({ students, forCourse }: { students: readonly BoardStudent[]; forCourse: RenderForCourse }) {
  const intl = useIntl();
  const [search] = useSearchParams();
  const requestedView = search.get('show');
  const view: View = views.find((name) => name === requestedView) ?? 'all';
  if (students.length === 0)
    return (
      <EmptyState
        isCard
        drawing={<BuoyDrawing />}
        title={<FormattedMessage id="professionals.board.empty" />}
        text={<FormattedMessage id="professionals.board.empty_text" />}
      />
    );
  const of = (wanted: View) => students.filter((student) => matchesView(wanted, student));
  const courses = [...Map.groupBy(of(view), ({ packageId }) => packageId)];
  return (
    <>
      <LinkPills label={intl.formatMessage({ id: 'professionals.board.show' })}>
        {views.map((name) => (
          <Link
            key={name}
            to={name === 'all' ? '/pro/class' : `/pro/class?show=${name}`}
            replace
            preventScrollReset
            aria-current={name === view ? 'page' : undefined}
          >
            <FormattedMessage id={`professionals.board.show.${name}`} />
            <span className="num">{intl.formatNumber(of(name).length)}</span>
          </Link>
        ))}
      </LinkPills>
      <div className="mt-6" aria-live="polite">
        {courses.length === 0 && (
          <EmptyState
            isCard
            drawing={<BuoyDrawing />}
            title={<FormattedMessage id={`professionals.board.none.${view}`} />}
          />
        )}
        {courses.map(([packageId, own]) => (
          <PageSection
            key={packageId}
            title={<bdi>{own[0]?.title}</bdi>}
            end={<FormattedMessage id="professionals.board.students" values={{ count: own.length }} />}
          >
            {/* Placed below the heading, because both do not fit on one line on a phone. */}
            <div className="mb-3 empty:hidden">{forCourse(packageId)}</div>
            <ul className="card @container">
              {own.map((student) => (
                <BoardRow key={student.affiliateId} student={student} recordPath={getRecordPath(student)} />
              ))}
            </ul>
          </PageSection>
        ))}
      </div>
    </>
  );
}

function matchesView(view: View, { isReady }: BoardStudent): boolean {
  return view === 'all' || (view === 'ready') === isReady;
}

function getRecordPath({ affiliateId, packageId }: BoardStudent): string | null {
  return canHaveStudents(currentToken())
    ? `/training/instructor/eRecord/${affiliateId}/${packageId}?affiliateId=${affiliateId}`
    : null;
}
