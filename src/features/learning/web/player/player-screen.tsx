import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { subscribe } from '#platform/web/client/subscriptions.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import type { CourseView } from '#features/learning/shared/course-contract.ts';
import { learningKey, onLearningChange, useCourse } from '#features/learning/web/queries.ts';
import { LessonPage } from './lesson-page.tsx';
import { startOutbox } from './learning-outbox.ts';
import { coursePath, stepPath } from '#features/learning/web/learner-paths.ts';
import { PlayerError, PlayerSkeleton } from './player-states.tsx';
import { TestPage } from '#features/learning/web/attempts/test-page.tsx';
import { resetPageTitle } from './use-page-title.ts';

const ScormPlayer = lazy(async () => ({
  default: (await import('#features/learning/web/scorm/scorm-player.tsx')).ScormPlayer,
}));

export function PlayerScreen() {
  const { name: packageId = '' } = useParams();
  const [search] = useSearchParams();
  const query = useCourse(packageId);
  useCourseUpdates(packageId);
  useEffect(() => {
    startOutbox();
    return resetPageTitle;
  }, []);
  return (
    <QueryView
      query={query}
      skeleton={<PlayerSkeleton />}
      renderError={(error) => <PlayerError packageId={packageId} error={error} query={query} />}
    >
      {(course) => <PlayerPage course={course} search={search} />}
    </QueryView>
  );
}

function PlayerPage({ course, search }: { course: CourseView; search: URLSearchParams }) {
  const item = search.get('item');
  if (course.kind === 'scorm')
    return (
      <Suspense fallback={<PlayerSkeleton />}>
        <ScormPlayer course={course} item={item ?? search.get('lesson') ?? search.get('quiz')} />
      </Suspense>
    );
  const lesson = search.get('lesson');
  if (lesson !== null) return <LessonPage course={course} id={lesson} />;
  for (const kind of ['review', 'quiz', 'exam'] as const) {
    const section = search.get(kind);
    if (section === null) continue;
    const id = kind === 'exam' ? '' : section;
    return (
      <TestPage key={`${kind} ${id}`} course={course} kind={kind} section={id} attemptId={search.get('attempt')} />
    );
  }
  const { next, packageId } = course;
  return <Navigate to={next === null ? coursePath(packageId) : stepPath(packageId, next)} replace />;
}

/** Refreshes the outline after changes on another device, without refetching the open lesson. */
function useCourseUpdates(packageId: string): void {
  useEffect(
    () =>
      subscribe(onLearningChange, ({ onLearningChange: change }) => {
        void currentQueryClient().invalidateQueries({ queryKey: learningKey, refetchType: 'none' });
        if (change.packageId === packageId)
          void currentQueryClient().invalidateQueries({ queryKey: [...learningKey, 'course', packageId] });
      }),
    [packageId],
  );
}
