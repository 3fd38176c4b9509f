import { clsx } from 'clsx';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { currentToken } from '#platform/web/session/session.ts';
import { loadPages } from '#platform/web/client/load-pages.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LinkTabs, TabCount } from '#ui/navigation/link-tabs.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { canHaveStudents } from '#features/learning/shared/policy.ts';
import type { Student, TaughtCourse } from '#features/learning/shared/record-contract.ts';
import { ClassPanel } from './class-panel.tsx';
import { RecordError } from './record-error.tsx';
import { StudentList } from './student-list.tsx';
import { useStudents } from './student-queries.ts';
import { useRecordUpdates } from './use-record-updates.ts';

/** Lists a professional's students by course and signs off skills for several of them. */
export function StudentsScreen() {
  const hasStudents = canHaveStudents(currentToken());
  const [params] = useSearchParams();
  const course = params.get('course') ?? undefined;
  const [searched, setSearched] = useState({ course, search: '' });
  const search = searched.course === course ? searched.search : '';
  const query = useStudents(hasStudents, { course, search });
  const { people = 0, courses = [] } = query.data?.pages.at(-1) ?? {};
  useRecordUpdates();
  return (
    <>
      <PageHead
        title={<FormattedMessage id="learning.students.title" />}
        text={people > 0 && <FormattedMessage id="learning.students.sum" values={{ count: people }} />}
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
            isEmpty={() => people === 0}
            empty={
              <EmptyState
                isCard
                drawing={<BuoyDrawing />}
                title={<FormattedMessage id="learning.students.empty" />}
                text={<FormattedMessage id="learning.students.empty_text" />}
              />
            }
          >
            {() => (
              <ClassList
                query={query}
                courses={courses}
                search={search}
                onSearch={(text) => setSearched({ course, search: text })}
              />
            )}
          </QueryView>
        ) : (
          <ProfessionalsOnly />
        )}
      </div>
    </>
  );
}

interface ClassListProps {
  query: ReturnType<typeof useStudents>;
  courses: readonly TaughtCourse[];
  search: string;
  onSearch: (search: string) => void;
}

function ClassList({ query, courses, search, onSearch }: ClassListProps) {
  const intl = useIntl();
  const [params] = useSearchParams();
  const [loadedCourse, setLoadedCourse] = useState<string>();
  const course = courses.find(({ packageId }) => packageId === params.get('course')) ?? courses[0];
  if (course === undefined) return null;
  if (!query.isPlaceholderData && loadedCourse !== course.packageId) setLoadedCourse(course.packageId);
  const students = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const isOfOtherCourse = loadedCourse !== course.packageId;
  return (
    <>
      <LinkTabs className="lg:mx-0 lg:px-0" label={intl.formatMessage({ id: 'learning.students.courses' })}>
        {courses.map(({ packageId, title, count }) => (
          <Link
            key={packageId}
            to={`/training/students?course=${packageId}`}
            replace
            preventScrollReset
            aria-current={packageId === course.packageId ? 'page' : undefined}
          >
            <bdi>{title}</bdi>
            <TabCount>{intl.formatNumber(count)}</TabCount>
          </Link>
        ))}
      </LinkTabs>
      {isOfOtherCourse ? (
        <div className="mt-5">
          <StudentsSkeleton />
        </div>
      ) : (
        <ClassSection
          key={course.packageId}
          course={course}
          students={students}
          query={query}
          search={search}
          onSearch={onSearch}
        />
      )}
    </>
  );
}

interface ClassSectionProps extends Omit<ClassListProps, 'courses'> {
  course: TaughtCourse;
  /** The loaded students who match the search. */
  students: readonly Student[];
}

function ClassSection({ course, students, query, search, onSearch }: ClassSectionProps) {
  // The students themselves are stored, because a search may not find those chosen before.
  const [picked, setPicked] = useState<ReadonlyMap<number, Student>>(new Map());
  const loaded = new Map(students.map((student) => [student.affiliateId, student]));
  const chosen = [...picked.values()].map((student) => loaded.get(student.affiliateId) ?? student);
  const choose = (list: readonly Student[], isChosen: boolean) =>
    setPicked((former) => {
      const next = new Map(former);
      for (const student of list)
        if (isChosen) next.set(student.affiliateId, student);
        else next.delete(student.affiliateId);
      return next;
    });
  /** Loads the rest too, because the checkbox stands for everyone who matches. */
  const chooseAll = async (isChosen: boolean) => {
    choose(students, isChosen);
    if (isChosen) choose((await loadPages(query))?.pages.flatMap(({ items }) => items) ?? [], true);
  };
  const hasSkills = course.skills.length > 0;
  return (
    <div className={clsx('mt-5 grid grid-cols-1 items-start gap-x-6 gap-y-4', hasSkills && 'lg:grid-cols-2')}>
      <StudentList
        course={course}
        students={students}
        query={query}
        search={search}
        onSearch={onSearch}
        chosen={new Set(picked.keys())}
        choose={hasSkills ? choose : null}
        onChooseAll={(isChosen) => void chooseAll(isChosen)}
      />
      {hasSkills && <ClassPanel packageId={course.packageId} skills={course.skills} chosen={chosen} />}
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
