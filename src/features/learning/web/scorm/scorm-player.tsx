import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from '#ui/icons/icons.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link, useBlocker, useNavigate } from 'react-router';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { SaveStatus, SaveText } from '#platform/web/sync/save-status.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import type { CourseView } from '#features/learning/shared/course-contract.ts';
import type { ScormLaunch } from '#features/learning/shared/scorm-contract.ts';
import { scormClient } from '#features/learning/web/client.ts';
import { PlayerFrame } from '#features/learning/web/player/player-frame.tsx';
import { coursePath, itemPath } from '#features/learning/shared/player-paths.ts';
import { PartNotFound, PlayerError, PlayerSkeleton } from '#features/learning/web/player/player-states.tsx';
import { flushScormOutbox, useScormOutbox } from './scorm-outbox.ts';
import { usePageTitle } from '#features/learning/web/player/use-page-title.ts';
import { useScormFrame } from './use-scorm-frame.ts';

/** Plays a SCORM package in a frame on another origin. */
export function ScormPlayer({ course, item }: { course: CourseView; item: string | null }) {
  const { packageId } = course;
  const items = course.sections.flatMap(({ lessons }) => lessons);
  const wanted = item ?? course.next?.id ?? items[0]?.id ?? '';
  const query = useQuery({
    // Every launch is a new request, because it returns the latest stored data model.
    queryKey: ['scorm-launch', packageId, wanted],
    queryFn: async () => {
      await flushScormOutbox();
      return scormClient('POST v2/courses/{packageId}/launch', { params: { packageId }, body: { item: wanted } });
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const place = items.findIndex(({ id }) => id === wanted);
  if (place === -1) return <PartNotFound packageId={packageId} />;
  return (
    <QueryView
      query={query}
      skeleton={<PlayerSkeleton course={course} current={{ kind: 'lesson', id: wanted }} />}
      renderError={(error) => <PlayerError packageId={packageId} error={error} query={query} />}
    >
      {(launch) => <Item key={launch.url} course={course} launch={launch} place={place} />}
    </QueryView>
  );
}

function Item({ course, launch, place }: { course: CourseView; launch: ScormLaunch; place: number }) {
  const { packageId } = course;
  const items = course.sections.flatMap(({ lessons }) => lessons);
  const [lesson, previous, next] = [items[place], items[place - 1], items[place + 1]];
  const headline = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const [isEnded, setIsEnded] = useState(false);
  usePageTitle(lesson?.title ?? course.title, headline);
  const pathOf = (to: typeof next) => (to === undefined ? coursePath(packageId) : itemPath(packageId, to.id));
  const { frame, leave } = useScormFrame(launch, (go) => {
    setIsEnded(true);
    if (go !== null) void navigate(pathOf(go === 'next' ? next : previous));
  });
  useLeaveBlocker(leave);
  const isLast = next === undefined;
  const actions = (
    <>
      <Link className={buttonClass({ kind: 'outlined' })} to={pathOf(previous)}>
        <ArrowLeft className="flip" size={20} aria-hidden="true" />
        <FormattedMessage id="learning.player.back" />
      </Link>
      <Link className={buttonClass({ kind: isEnded || lesson?.isDone ? 'filled' : 'outlined' })} to={pathOf(next)}>
        <FormattedMessage id={isLast ? 'learning.player.next.course' : 'learning.scorm.next'} />
        <ArrowRight className="flip" size={18} aria-hidden="true" />
      </Link>
    </>
  );
  return (
    <PlayerFrame
      course={course}
      current={{ kind: 'lesson', id: launch.item }}
      title={<bdi>{lesson?.title}</bdi>}
      line={<ScormSaveText />}
      actions={actions}
      isWide
    >
      <div className="flex flex-col gap-4">
        <div className="only-wide flex items-center justify-between gap-4">
          <h1 ref={headline} tabIndex={-1} data-page-title="" dir="auto">
            {lesson?.title}
          </h1>
          <ScormSaveStatus />
        </div>
        {/* Packages use their own colors and expect a white background. */}
        <iframe
          ref={frame}
          className="w-full bg-[#fff] scheme-light max-lg:h-[calc(100dvh-var(--header)-84px)] lg:h-[max(420px,calc(100dvh-300px))] lg:rounded-box lg:border lg:border-line"
          src={launch.url}
          title={lesson?.title ?? course.title}
          // allow-same-origin is safe, because the frame is on another origin; packages need an origin to run.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads"
          allow="autoplay; fullscreen"
          referrerPolicy="no-referrer"
        />
        <div className="only-wide flex items-center justify-between gap-4">{actions}</div>
      </div>
    </PlayerFrame>
  );
}

/** Delays navigation until the package has reported its final state. */
function useLeaveBlocker(leave: () => Promise<void>): void {
  const blocker = useBlocker(
    ({ currentLocation: { pathname, search }, nextLocation }) =>
      pathname !== nextLocation.pathname || search !== nextLocation.search,
  );
  const { state } = blocker;
  const go = useEffectEvent(async () => {
    await leave();
    blocker.proceed?.();
  });
  useEffect(() => {
    if (state === 'blocked') void go();
  }, [state]);
}

function ScormSaveStatus() {
  const save = useScormOutbox();
  return save.kind !== 'untouched' && <SaveStatus save={save} id={`learning.player.save.${save.kind}`} />;
}

function ScormSaveText() {
  const save = useScormOutbox();
  return save.kind !== 'untouched' && <SaveText save={save} id={`learning.player.save.${save.kind}`} />;
}
