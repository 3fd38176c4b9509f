import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { CourseView } from '#features/learning/shared/course-contract.ts';
import { CourseNotFound } from '#features/learning/web/course-not-found.tsx';
import type { OutlinePosition } from './player-outline.tsx';
import { PlayerFrame } from './player-frame.tsx';
import { coursePath } from '#features/learning/web/learner-paths.ts';

export function PlayerSkeleton({ course, current }: { course?: CourseView; current?: OutlinePosition }) {
  const intl = useIntl();
  const pieces = (
    <SkeletonGroup label={intl.formatMessage({ id: 'learning.player.loading' })} className="grid gap-5">
      <Skeleton height={40} width="60%" />
      <Skeleton height={104} />
      <Skeleton height={240} />
      <Skeleton height={130} />
    </SkeletonGroup>
  );
  if (course === undefined || current === undefined) return pieces;
  return (
    <PlayerFrame course={course} current={current} title={course.title}>
      {pieces}
    </PlayerFrame>
  );
}

interface PlayerErrorProps {
  packageId: string;
  error: Error;
  query: QueryState<unknown>;
}

export function PlayerError({ packageId, error, query }: PlayerErrorProps) {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'learning.no_course' || code === 'request.invalid') return <CourseNotFound id={packageId} />;
  if (code === 'learning.not_entitled') return <NotEntitled packageId={packageId} />;
  if (code === 'learning.unknown_lesson' || code === 'learning.no_test' || code === 'learning.no_attempt')
    return <PartNotFound packageId={packageId} />;
  return <LoadFailure query={query} level={1} />;
}

function NotEntitled({ packageId }: { packageId: string }) {
  return (
    <EmptyState
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="learning.player.not_entitled" />}
      text={<FormattedMessage id="learning.player.not_entitled_text" />}
      action={
        <span className="inline-flex flex-wrap justify-center gap-3">
          <Link className={buttonClass()} to="/training/dashboard">
            <FormattedMessage id="learning.player.redeem" />
          </Link>
          <Link className={buttonClass({ kind: 'outlined' })} to={coursePath(packageId)}>
            <FormattedMessage id="learning.player.about_course" />
          </Link>
        </span>
      }
    />
  );
}

export function PartNotFound({ packageId }: { packageId: string }) {
  return (
    <EmptyState
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="learning.player.no_part" />}
      text={<FormattedMessage id="learning.player.no_part_text" />}
      action={
        <Link className={buttonClass()} to={coursePath(packageId)}>
          <FormattedMessage id="learning.player.next.course" />
        </Link>
      }
    />
  );
}
