import { lazy, Suspense, useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { setHasCourses } from '../../../../platform/web/learner.ts';
import { currentToken } from '../../../../platform/web/session.ts';
import { PageColumns, PageSection } from '../../../../ui/page.tsx';
import type { Entitlement } from '../../shared/course-contract.ts';
import { RedeemForm } from '../codes/redeem-form.tsx';
import { UnredeemedCodes } from '../codes/unredeemed-codes.tsx';
import { CourseRow } from '../course-row.tsx';
import { ElearningState } from '../elearning-state.tsx';
import { Part, RowsSkeleton } from '../part.tsx';
import { coursePath } from '../../shared/player-paths.ts';
import { useCourseDetails, useEntitlements, useReport } from '../queries.ts';
import { CourseDive } from './course-dive.tsx';
import { DashboardHead, Eyebrow, Headline, HeadlineSkeleton, NextUp } from './dashboard-head.tsx';
import { useIsInDsd, useTrainingDives, useWaitingDives } from './dashboard-queries.ts';
import { FirstSteps } from './first-steps.tsx';
import { LastDive } from './last-dive.tsx';
import { NeedsYou } from './needs-you.tsx';
import { featuredOf } from './stand.ts';

const More = lazy(async () => ({ default: (await import('./more.tsx')).More }));
const Teaching = lazy(async () => ({ default: (await import('./teaching.tsx')).Teaching }));

/** A diver’s, a student’s, and a professional’s who learns too. */
export function LearnerDashboard({ wanted }: { wanted?: string }) {
  const courses = useEntitlements(currentToken()?.affiliateId ?? 0);
  const isProfessional = currentToken()?.role === 'professional';
  const [search] = useSearchParams();
  const count = courses.data?.length;
  useEffect(() => {
    if (count !== undefined) setHasCourses(count > 0);
  }, [count]);
  const featured = courses.data && featuredOf(courses.data, wanted);
  const isNew = featured === null && !isProfessional;
  const isAsking = courses.isPending;
  return (
    <>
      <DashboardHead eyebrow={featured && <Eyebrow course={featured} />} end={featured && <NextUp course={featured} />}>
        {featured ? <Headline course={featured} /> : isAsking && <HeadlineSkeleton />}
      </DashboardHead>
      {search.get('ref') === 'dsd' && <ElearningState />}
      {featured && <FeaturedDive course={featured} />}
      {isNew && <FirstSteps />}
      <PageColumns className="dash-cols mt-10">
        <div>
          {featured ? <FeaturedNeeds course={featured} /> : courses.data && <OtherNeeds />}
          {isProfessional && (
            <Suspense fallback={<RowsSkeleton />}>
              <Teaching />
            </Suspense>
          )}
          <Part
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
              <ul className="rows card px-5">
                {list.map((course) => (
                  <CourseRow key={course.packageId} course={course} to={coursePath(course.packageId)} />
                ))}
              </ul>
            )}
          </Part>
        </div>
        <aside>
          <LastDive />
          {/* Somebody new has it above: it must not go away under somebody who types. */}
          {!isNew && !isAsking && (
            <PageSection title={<FormattedMessage id="learning.code.title" />}>
              <RedeemForm />
            </PageSection>
          )}
          {/* A professional has them among those to give away. */}
          {!isProfessional && <UnredeemedCodes />}
        </aside>
        <div>
          <Suspense fallback={<RowsSkeleton rows={1} height={150} />}>
            <More hasDemos={!isNew} />
          </Suspense>
        </div>
      </PageColumns>
    </>
  );
}

function FeaturedDive({ course }: { course: Entitlement }) {
  return <CourseDive query={useReport(course.packageId)} dives={useTrainingDives().data ?? []} />;
}

function FeaturedNeeds({ course: { packageId } }: { course: Entitlement }) {
  const waiting = useWaiting();
  const isInDsd = useIsInDsd(currentToken()?.role === 'diver');
  return (
    <NeedsYou
      dives={useTrainingDives()}
      report={useReport(packageId)}
      details={useCourseDetails(packageId)}
      waiting={waiting}
      isInDsd={isInDsd}
    />
  );
}

function OtherNeeds() {
  const isInDsd = useIsInDsd(currentToken()?.role === 'diver');
  return <NeedsYou dives={useTrainingDives()} waiting={useWaiting()} isInDsd={isInDsd} />;
}

/** For nobody but a professional does anything wait. */
function useWaiting() {
  const isProfessional = currentToken()?.role === 'professional';
  const waiting = useWaitingDives(isProfessional);
  return isProfessional ? waiting : undefined;
}
