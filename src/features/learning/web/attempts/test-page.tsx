import { useQuery } from '@tanstack/react-query';
import type { AttemptKind, CourseView, OutlineTest } from '#features/learning/shared/course-contract.ts';
import { learning } from '#features/learning/web/client.ts';
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
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: attemptKey(id),
    queryFn: () =>
      learning('GET v2/attempts/{attemptId}', {
        params: { attemptId: id },
        query: { culture: currentCulture(), affiliateId: getLearnerId() },
      }),
  });
  if (data === undefined) {
    if (error === null)
      return <PlayerSkeleton course={place.course} current={{ kind: place.kind, id: place.section }} />;
    return (
      <PlayerError
        packageId={place.course.packageId}
        error={error}
        isBusy={isFetching}
        onRefresh={() => void refetch()}
      />
    );
  }
  if (data.result !== null) return <TestResult key={id} {...place} attempt={data} result={data.result} />;
  // Time limits are measured by the server's clock.
  const aheadMs = dataUpdatedAt - Date.parse(data.now);
  return <TestRun key={id} {...place} attempt={data} aheadMs={aheadMs} />;
}
