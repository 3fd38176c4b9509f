import '../learning.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { queries } from '../../../../platform/web/query.ts';
import { currentToken } from '../../../../platform/web/session.ts';
import { useWords } from '../../../../platform/web/words.tsx';
import { LearnerDashboard } from './learner-dashboard.tsx';
import { NoCourse } from '../no-course.tsx';
import { coursePath } from '../../shared/player-paths.ts';
import { useCourse, useEntitlements, useLearningWatch } from '../queries.ts';
import { isNoCourse } from '../is-no-course.ts';

/** Most people are neither. */
const StaffDashboard = lazy(async () => ({ default: (await import('./staff-dashboard.tsx')).StaffDashboard }));
const StoreDashboard = lazy(async () => ({ default: (await import('./store-dashboard.tsx')).StoreDashboard }));

const areas = ['learning'];

export function DashboardBody() {
  useWords(areas);
  return (
    <QueryClientProvider client={queries}>
      <Dashboard />
    </QueryClientProvider>
  );
}

/** An `olmGuid` in the address names a course. */
function Dashboard() {
  useLearningWatch();
  const params = useParams();
  const [search] = useSearchParams();
  const wanted = params['olmGuid'] ?? search.get('olmGuid') ?? undefined;
  if (wanted !== undefined) return <WantedCourse packageId={wanted} />;
  switch (currentToken()?.role) {
    case 'staff':
      return <StaffDashboard />;
    case 'store':
      return <StoreDashboard />;
    default:
      return <LearnerDashboard />;
  }
}

/** One's own course becomes what the page is about; another is opened as it is; one that is not there is said to be so. */
function WantedCourse({ packageId }: { packageId: string }) {
  const mine = useEntitlements(currentToken()?.affiliateId ?? 0);
  const course = useCourse(packageId);
  if (isNoCourse(course.error)) return <NoCourse id={packageId} />;
  const isMine = mine.data?.some((one) => one.packageId === packageId);
  if (isMine === false && course.data) return <Navigate to={coursePath(packageId)} replace />;
  return <LearnerDashboard wanted={packageId} />;
}
