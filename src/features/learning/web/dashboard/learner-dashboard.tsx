import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { setHasCourses } from '#platform/web/session/has-courses.ts';
import { lazySection } from '#platform/web/lazy-section.tsx';
import { currentToken } from '#platform/web/session/session.ts';
import { PageColumns } from '#ui/layout/page.tsx';
import { Rows } from '#ui/lists/row.tsx';
import type { Entitlement } from '#features/learning/shared/course-contract.ts';
import { dsdPackageId } from '#features/learning/shared/dsd-package.ts';
import type { NextStep } from '#features/learning/shared/next-step.ts';
import { CourseRow } from '#features/learning/web/course-row.tsx';
import { QuerySection, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { coursePath } from '#features/learning/shared/player-paths.ts';
import { useCourseDetails, useEntitlements, useCourseReport } from '#features/learning/web/queries.ts';
import { CourseProgressSection } from './course-progress-chart.tsx';
import { DashboardHead, Eyebrow, Headline, HeadlineSkeleton, NextUp, OfferBox } from './dashboard-head.tsx';
import { useIsDsdOver, useIsInDsd, useTrainingDives, useProfessionalDivesToVerify } from './dashboard-queries.ts';
import { useNextStep } from './use-next-step.ts';
import { ActionItems } from './action-items.tsx';
import { findFeaturedCourse } from './course-progress.ts';

const DashboardAside = lazySection(async () => (await import('./dashboard-aside.tsx')).DashboardAside);
const MoreCourses = lazySection(
  async () => (await import('./more-courses.tsx')).MoreCourses,
  <RowsSkeleton rows={1} height={150} />,
);
const ElearningStatus = lazy(async () => ({
  default: (await import('#features/learning/web/course/elearning-status.tsx')).ElearningStatus,
}));
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }));
const TeachingSection = lazy(async () => ({ default: (await import('./teaching-section.tsx')).TeachingSection }));

/** The person's application in progress, which another feature renders. */
export interface DashboardApplication {
  isLoading: boolean;
  /** Whether the applicant has to act. */
  isNextStep: boolean;
  element: ReactNode;
}

export interface ProfessionalStepProps {
  /** Whether the task is the page's next step; the person's own application and dives come first. */
  isNextStep: boolean;
  /** Renders the next step in the person's own course, below a task or instead of one. */
  renderOwnStep: (hasTask: boolean) => ReactNode;
}

export interface LearnerProps {
  application: DashboardApplication;
  /** The most urgent task of a professional, which other features know. */
  ProfessionalStep: ComponentType<ProfessionalStepProps> | null;
}

/** Dashboard of divers, students and professionals. */
export function LearnerDashboard({ requested, application, ProfessionalStep }: LearnerProps & { requested?: string }) {
  const courses = useEntitlements(currentToken()?.affiliateId ?? 0);
  const isProfessional = currentToken()?.role === 'professional';
  const [search] = useSearchParams();
  const count = courses.data?.length;
  useEffect(() => {
    if (count !== undefined) setHasCourses(count > 0);
  }, [count]);
  const isDsdOver = useIsDsdOver();
  const featured = courses.data && findFeaturedCourse(courses.data, requested, isDsdOver ? dsdPackageId : undefined);
  const isNew = featured === null && !isProfessional && !application.isLoading && !application.element;
  const isLoading = courses.isPending;
  const { step, isCourseOver, offer } = useNextStep(featured ?? null, courses.isSuccess, application.isNextStep);
  const renderOwnStep = (hasTask: boolean) => {
    if (offer && !hasTask) return <OfferBox offer={offer} />;
    return featured ? <NextUp course={featured} isNextStep={step === 'course' && !hasTask} /> : null;
  };
  const isProfessionalStep = step === null || step === 'course' || step === 'offer';
  return (
    <>
      <DashboardHead
        eyebrow={featured && <Eyebrow course={featured} />}
        end={
          ProfessionalStep ? (
            <ProfessionalStep isNextStep={isProfessionalStep} renderOwnStep={renderOwnStep} />
          ) : (
            renderOwnStep(false)
          )
        }
      >
        {featured ? <Headline course={featured} isOver={isCourseOver} /> : isLoading && <HeadlineSkeleton />}
      </DashboardHead>
      {application.element && <div className="mb-8">{application.element}</div>}
      {search.get('ref') === 'dsd' && (
        <Suspense>
          <ElearningStatus />
        </Suspense>
      )}
      {/* After the dive, lessons that were skipped are no open path. */}
      {featured && !(isDsdOver && featured.packageId === dsdPackageId) && <FeaturedProgress course={featured} />}
      {isNew && (
        <Suspense fallback={<RowsSkeleton />}>
          <FirstSteps />
        </Suspense>
      )}
      <PageColumns className="mt-10 xl:grid-rows-[auto_1fr] xl:gap-y-10 *:empty:hidden">
        <div>
          {featured ? (
            <FeaturedActionItems course={featured} nextStep={step} />
          ) : (
            courses.data && <OtherActionItems nextStep={step} />
          )}
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
          <DashboardAside
            // Not shown while loading, because the form must not move to another place while the person types.
            hasRedeemForm={!isNew && !isLoading}
            // Professionals see them among their held codes.
            hasUnredeemedCodes={!isProfessional}
          />
        </aside>
        <div>
          <MoreCourses hasDemos={!isNew} />
        </div>
      </PageColumns>
    </>
  );
}

function FeaturedProgress({ course }: { course: Entitlement }) {
  return <CourseProgressSection query={useCourseReport(course.packageId)} dives={useTrainingDives().data ?? []} />;
}

function FeaturedActionItems({ course: { packageId }, nextStep }: { course: Entitlement; nextStep: NextStep | null }) {
  const waiting = useProfessionalDivesToVerify();
  const isInDsd = useIsInDsd();
  return (
    <ActionItems
      dives={useTrainingDives()}
      report={useCourseReport(packageId)}
      details={useCourseDetails(packageId)}
      waiting={waiting}
      isInDsd={isInDsd}
      nextStep={nextStep}
    />
  );
}

function OtherActionItems({ nextStep }: { nextStep: NextStep | null }) {
  const isInDsd = useIsInDsd();
  const waiting = useProfessionalDivesToVerify();
  return <ActionItems dives={useTrainingDives()} waiting={waiting} isInDsd={isInDsd} nextStep={nextStep} />;
}
