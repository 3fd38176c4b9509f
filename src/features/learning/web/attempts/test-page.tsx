import { useQuery } from '@tanstack/react-query';
import { QueryView } from '#platform/web/client/query-view.tsx';
import type { AttemptKind, CourseView, OutlineTest } from '#features/learning/shared/course-contract.ts';
import { learningClient } from '#features/learning/web/client.ts';
import { getLearnerId } from '#features/learning/web/learner-paths.ts';
import { currentCulture } from '#features/learning/web/queries.ts';
import { PartNotFound, PlayerError, PlayerSkeleton } from '#features/learning/web/player/player-states.tsx';
import { TestIntro } from './test-intro.tsx';
import { TestResult } from './test-result.tsx';
import { TestRun } from './test-run.tsx';
import { attemptKey, type TestProps } from './test-title.tsx';

export function TestPage({ course, kind, section, attemptId }: TestProps & { attemptId: string | null }) {
  const test = findTest(course, kind, section);
  if (test === null) return <PartNotFound packageId={course.packageId} />;
  const place = { course, kind, section };
  return attemptId === null ? <TestIntro {...place} test={test} /> : <Attempt {...place} id={attemptId} />;
}

function findTest(course: CourseView, kind: AttemptKind, section: string): OutlineTest | null {
  if (kind === 'exam') return course.exam;
  return course.sections.find(({ id }) => id === section)?.[kind] ?? null;
}

function Attempt({ id, ...place }: TestProps & { id: string }) {
  const query = useQuery({
    queryKey: attemptKey(id),
    queryFn: () =>
      learningClient('GET v2/attempts/{attemptId}', {
        params: { attemptId: id },
        query: { culture: currentCulture(), affiliateId: getLearnerId() },
      }),
  });
  const { course, kind, section } = place;
  return (
    <QueryView
      query={query}
      skeleton={<PlayerSkeleton course={course} current={{ kind, id: section }} />}
      renderError={(error) => <PlayerError packageId={course.packageId} error={error} query={query} />}
    >
      {(attempt) =>
        attempt.result !== null ? (
          <TestResult key={id} {...place} attempt={attempt} result={attempt.result} />
        ) : (
          // Time limits are measured by the server's clock.
          <TestRun key={id} {...place} attempt={attempt} aheadMs={query.dataUpdatedAt - Date.parse(attempt.now)} />
        )
      }
    </QueryView>
  );
}
