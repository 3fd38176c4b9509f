import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { currentToken } from '#platform/web/session/session.ts';
import { RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { CourseNotFound } from '#features/learning/web/course-not-found.tsx';
import { coursePath } from '#features/learning/shared/player-paths.ts';
import { useCourse, useEntitlements, useLearningUpdates } from '#features/learning/web/queries.ts';
import { isCourseNotFound } from '#features/learning/web/is-course-not-found.ts';
import { LearnerDashboard, type LearnerProps } from './learner-dashboard.tsx';

/** Loaded on demand, because most people are neither staff nor stores. */
const StaffDashboard = lazy(async () => ({ default: (await import('./staff-dashboard.tsx')).StaffDashboard }));
const StoreDashboard = lazy(async () => ({ default: (await import('./store-dashboard.tsx')).StoreDashboard }));

interface DashboardScreenProps extends LearnerProps {
  /** The next step of a store or of staff, which other features know. */
  nextStep: ReactNode;
}

/** The first page after sign-in. `olmGuid` in the URL names a course. */
export function DashboardScreen({ nextStep, ...learner }: DashboardScreenProps) {
  useLearningUpdates();
  const params = useParams();
  const [search] = useSearchParams();
  const requested = params['olmGuid'] ?? search.get('olmGuid') ?? undefined;
  if (requested !== undefined) return <RequestedCourse packageId={requested} learner={learner} />;
  const role = currentToken()?.role;
  if (role !== 'staff' && role !== 'store') return <LearnerDashboard {...learner} />;
  const Dashboard = role === 'staff' ? StaffDashboard : StoreDashboard;
  return (
    <Suspense fallback={<RowsSkeleton />}>
      <Dashboard nextStep={nextStep} />
    </Suspense>
  );
}

/** Features the person's own course; redirects to the course page for other courses. */
function RequestedCourse({ packageId, learner }: { packageId: string; learner: LearnerProps }) {
  const mine = useEntitlements(currentToken()?.affiliateId ?? 0);
  const course = useCourse(packageId);
  if (isCourseNotFound(course.error)) return <CourseNotFound id={packageId} />;
  const isMine = mine.data?.some((entitlement) => entitlement.packageId === packageId);
  if (isMine === false && course.data) return <Navigate to={coursePath(packageId)} replace />;
  return <LearnerDashboard requested={packageId} {...learner} />;
}
