import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { currentToken } from '#platform/web/session/session.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LinkTabs, TabCount } from '#ui/navigation/link-tabs.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { canHaveStudents } from '#features/learning/shared/policy.ts';
import type { Student } from '#features/learning/shared/record-contract.ts';
import { useStudents } from '#features/learning/web/queries.ts';
import { ClassPanel } from './class-panel.tsx';
import { RecordError } from './record-error.tsx';
import { StudentList } from './student-list.tsx';
import { useSelection } from './use-selection.ts';
import { useRecordUpdates } from './use-record-updates.ts';

/** Lists a professional's students by course and signs off skills for several of them. */
export function StudentsScreen() {
  const hasStudents = canHaveStudents(currentToken());
  const query = useStudents(hasStudents);
  const students = query.data;
  useRecordUpdates();
  return (
    <>
      <PageHead
        title={<FormattedMessage id="learning.students.title" />}
        text={
          students !== undefined &&
          students.length > 0 && (
            <FormattedMessage
              id="learning.students.sum"
              values={{ count: new Set(students.map(({ affiliateId }) => affiliateId)).size }}
            />
          )
        }
        end={
          hasStudents && (
            <Link className={buttonClass({ kind: 'outlined' })} to="/logbook/verification">
              <FormattedMessage id="learning.students.to_inbox" />
            </Link>
          )
        }
      />
      <div className="mt-6">
        {hasStudents ? (
          <QueryView
            query={query}
            skeleton={<StudentsSkeleton />}
            renderError={(error) => <RecordError error={error} packageId="" query={query} />}
            isEmpty={(list) => list.length === 0}
            empty={
              <EmptyState
                isCard
                drawing={<BuoyDrawing />}
                title={<FormattedMessage id="learning.students.empty" />}
                text={<FormattedMessage id="learning.students.empty_text" />}
              />
            }
          >
            {(list) => <ClassList students={list} />}
          </QueryView>
        ) : (
          <ProfessionalsOnly />
        )}
      </div>
    </>
  );
}

function ClassList({ students }: { students: readonly Student[] }) {
  const intl = useIntl();
  const [query] = useSearchParams();
  const courses = [...Map.groupBy(students, ({ packageId }) => packageId)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const [packageId = '', taught = []] = courses.find(([id]) => id === query.get('course')) ?? courses[0] ?? [];
  return (
    <>
      <LinkTabs className="lg:mx-0 lg:px-0" label={intl.formatMessage({ id: 'learning.students.courses' })}>
        {courses.map(([id, own]) => (
          <Link
            key={id}
            to={`/training/students?course=${id}`}
            replace
            preventScrollReset
            aria-current={id === packageId ? 'page' : undefined}
          >
            <bdi>{own[0]?.title}</bdi>
            <TabCount>{intl.formatNumber(own.length)}</TabCount>
          </Link>
        ))}
      </LinkTabs>
      <ClassSection key={packageId} packageId={packageId} students={taught} />
    </>
  );
}

function ClassSection({ packageId, students }: { packageId: string; students: readonly Student[] }) {
  const { chosen: ticked, choose } = useSelection<number>();
  const chosen = students.filter(({ affiliateId }) => ticked.has(affiliateId));
  const hasSkills = (students[0]?.skills.length ?? 0) > 0;
  return (
    <div className={clsx('mt-5 grid grid-cols-1 items-start gap-x-6 gap-y-4', hasSkills && 'lg:grid-cols-2')}>
      <StudentList students={students} chosen={ticked} choose={hasSkills ? choose : null} />
      {hasSkills && <ClassPanel packageId={packageId} students={students} chosen={chosen} />}
    </div>
  );
}

function ProfessionalsOnly() {
  return (
    <EmptyState
      isCard
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="learning.students.not_for_you" />}
      text={<FormattedMessage id="learning.students.not_for_you_text" />}
      action={
        <Link to="/training/dashboard" className={buttonClass()}>
          <FormattedMessage id="learning.record.to_dashboard" />
        </Link>
      }
    />
  );
}

function StudentsSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'learning.students.loading' })} className="grid gap-4">
      <Skeleton height={48} />
      <SkeletonRows count={3} height={72} />
    </SkeletonGroup>
  );
}
