import { lazy, Suspense, useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { setHasCourses } from '#platform/web/session/has-courses.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { PageColumns, PageSection } from '#ui/layout/page.tsx';
import { Rows } from '#ui/lists/row.tsx';
import type { Entitlement } from '#features/learning/shared/course-contract.ts';
import { RedeemForm } from '#features/learning/web/codes/redeem-form.tsx';
import { UnredeemedCodes } from '#features/learning/web/codes/unredeemed-codes.tsx';
import { CourseRow } from '#features/learning/web/course-row.tsx';
import { ElearningStatus } from '#features/learning/web/course/elearning-status.tsx';
import { QuerySection, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { coursePath } from '#features/learning/shared/player-paths.ts';
import { useCourseDetails, useEntitlements, useCourseReport } from '#features/learning/web/queries.ts';
import { CourseProgressSection } from './course-progress-chart.tsx';
import { DashboardHead, Eyebrow, Headline, HeadlineSkeleton, NextUp } from './dashboard-head.tsx';
import { useIsInDsd, useTrainingDives, useDivesToVerify } from './dashboard-queries.ts';
import { FirstSteps } from './first-steps.tsx';
import { LastDive } from './last-dive.tsx';
import { ActionItems } from './action-items.tsx';
import { findFeaturedCourse } from './course-progress.ts';

const MoreCourses = lazy(async () => ({ default: (await import('./more-courses.tsx')).MoreCourses }));
const TeachingSection = lazy(async () => ({ default: (await import('./teaching-section.tsx')).TeachingSection }));

/** Dashboard of divers, students and professionals. */
export function LearnerDashboard({ requested }: { requested?: string }) {
  const courses = useEntitlements(currentToken()?.affiliateId ?? 0);
  const isProfessional = currentToken()?.role === 'professional';
  const [search] = useSearchParams();
  const count = courses.data?.length;
  useEffect(() => {
    if (count !== undefined) setHasCourses(count > 0);
  }, [count]);
  const featured = courses.data && findFeaturedCourse(courses.data, requested);
  const isNew = featured === null && !isProfessional;
  const isLoading = courses.isPending;
  return (
    <>
      <DashboardHead eyebrow={featured && <Eyebrow course={featured} />} end={featured && <NextUp course={featured} />}>
        {featured ? <Headline course={featured} /> : isLoading && <HeadlineSkeleton />}
      </DashboardHead>
      {search.get('ref') === 'dsd' && <ElearningStatus />}
      {featured && <FeaturedProgress course={featured} />}
      {isNew && <FirstSteps />}
      <PageColumns className="mt-10 xl:grid-rows-[auto_1fr] xl:gap-y-10 xl:*:empty:hidden">
        <div>
          {featured ? <FeaturedActionItems course={featured} /> : courses.data && <OtherActionItems />}
          {isProfessional && (
            <Suspense fallback={<RowsSkeleton />}>
              <TeachingSection />
            </Suspense>
          )}
          <QuerySection
            title="learning.courses"
            query={courses}
            isEmpty={(list) => list.length === 0}
            end={
              <Link to="/training/performance">
                <FormattedMessage id="learning.performance" />
              </Link>
            }
          >
            {(list) => (
              <Rows>
                {list.map((course) => (
                  <CourseRow key={course.packageId} course={course} to={coursePath(course.packageId)} />
                ))}
              </Rows>
            )}
          </QuerySection>
        </div>
        {/* The third block continues below the first one, next to the sidebar, regardless of the sidebar's height. */}
        <aside className="xl:col-2 xl:row-span-2 xl:row-start-1">
          <LastDive />
          {/* Not shown while loading, because the form must not move to another place while the person types. */}
          {!isNew && !isLoading && (
            <PageSection title={<FormattedMessage id="learning.code.title" />}>
              <RedeemForm />
            </PageSection>
          )}
          {/* Professionals see them among their held codes. */}
          {!isProfessional && <UnredeemedCodes />}
        </aside>
        <div>
          <Suspense fallback={<RowsSkeleton rows={1} height={150} />}>
            <MoreCourses hasDemos={!isNew} />
          </Suspense>
        </div>
      </PageColumns>
    </>
  );
}

function FeaturedProgress({ course }: { course: Entitlement }) {
  return <CourseProgressSection query={useCourseReport(course.packageId)} dives={useTrainingDives().data ?? []} />;
}

function FeaturedActionItems({ course: { packageId } }: { course: Entitlement }) {
  const waiting = useProfessionalDivesToVerify();
  const isInDsd = useIsInDsd(currentToken()?.role === 'diver');
  return (
    <ActionItems
      dives={useTrainingDives()}
      report={useCourseReport(packageId)}
      details={useCourseDetails(packageId)}
      waiting={waiting}
      isInDsd={isInDsd}
    />
  );
}

function OtherActionItems() {
  const isInDsd = useIsInDsd(currentToken()?.role === 'diver');
  return <ActionItems dives={useTrainingDives()} waiting={useProfessionalDivesToVerify()} isInDsd={isInDsd} />;
}

/** Only professionals verify dives. */
function useProfessionalDivesToVerify() {
  const isProfessional = currentToken()?.role === 'professional';
  const waiting = useDivesToVerify(isProfessional);
  return isProfessional ? waiting : undefined;
}
