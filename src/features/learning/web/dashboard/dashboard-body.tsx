import { QueryClientProvider } from '@tanstack/react-query';
import { lazy } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { queryClient } from '#platform/web/client/query-client.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { useMessages } from '#platform/web/i18n/use-messages.tsx';
import { LearnerDashboard } from './learner-dashboard.tsx';
import { CourseNotFound } from '#features/learning/web/course-not-found.tsx';
import { coursePath } from '#features/learning/shared/player-paths.ts';
import { useCourse, useEntitlements, useLearningUpdates } from '#features/learning/web/queries.ts';
import { isCourseNotFound } from '#features/learning/web/is-course-not-found.ts';

/** Loaded on demand, because most people are neither staff nor stores. */
const StaffDashboard = lazy(async () => ({ default: (await import('./staff-dashboard.tsx')).StaffDashboard }));
const StoreDashboard = lazy(async () => ({ default: (await import('./store-dashboard.tsx')).StoreDashboard }));

const messageFeatures = ['learning'];

export function DashboardBody() {
  useMessages(messageFeatures);
  return (
    <QueryClientProvider client={queryClient}>
      <Dashboard />
    </QueryClientProvider>
  );
}

/** `olmGuid` in the URL names a course. */
function Dashboard() {
  useLearningUpdates();
  const params = useParams();
  const [search] = useSearchParams();
  const requested = params['olmGuid'] ?? search.get('olmGuid') ?? undefined;
  if (requested !== undefined) return <RequestedCourse packageId={requested} />;
  switch (currentToken()?.role) {
    case 'staff':
      return <StaffDashboard />;
    case 'store':
      return <StoreDashboard />;
    default:
      return <LearnerDashboard />;
  }
}

/** Features the person's own course; redirects to the course page for other courses. */
function RequestedCourse({ packageId }: { packageId: string }) {
  const mine = useEntitlements(currentToken()?.affiliateId ?? 0);
  const course = useCourse(packageId);
  if (isCourseNotFound(course.error)) return <CourseNotFound id={packageId} />;
  const isMine = mine.data?.some((entitlement) => entitlement.packageId === packageId);
  if (isMine === false && course.data) return <Navigate to={coursePath(packageId)} replace />;
  return <LearnerDashboard requested={packageId} />;
}
