import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { ApiError } from '../../../../platform/web/client.ts';
import { useFailureWords } from '../../../../platform/web/failure-words.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { CompassDrawing } from '../../../../ui/drawings/compass-drawing.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton.tsx';
import type { CourseView } from '../../shared/course-contract.ts';
import { NoCourse } from '../no-course.tsx';
import type { Place } from './outline.tsx';
import { PlayerFrame } from './player-frame.tsx';
import { coursePath } from '../learner.ts';

export function PlayerSkeleton({ course, current }: { course?: CourseView; current?: Place }) {
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

interface FailureProps {
  packageId: string;
  /** Null where there is no network to ask by. */
  error: Error | null;
  isBusy: boolean;
  onRefresh: () => void;
}

/** Why it cannot be shown, and what to do about it. */
export function PlayerFailure({ packageId, error, isBusy, onRefresh }: FailureProps) {
  const words = useFailureWords();
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'learning.no_course' || code === 'request.invalid') return <NoCourse id={packageId} />;
  if (code === 'learning.not_entitled') return <NotEntitled packageId={packageId} />;
  if (code === 'learning.unknown_lesson' || code === 'learning.no_test' || code === 'learning.no_attempt')
    return <NoSuchPart packageId={packageId} />;
  return <ErrorState level={1} {...words} isBusy={isBusy} onRefresh={onRefresh} />;
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

export function NoSuchPart({ packageId }: { packageId: string }) {
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
