import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { whenUsed } from '#platform/web/hooks/when-used.ts';
import type { CourseView, LessonView } from '#features/learning/shared/course-contract.ts';
import { lessonQueryOptions } from '#features/learning/web/queries.ts';
import { Blocks } from './blocks.tsx';
import { CheckPanel } from './check-panel.tsx';
import { ContentLanguageContext, getLanguageProps } from './content-language.tsx';
import { LanguageNotice } from './language-notice.tsx';
import { LessonActions } from './lesson-actions.tsx';
import { PlayerError, PlayerSkeleton } from './player-states.tsx';
import { ContentActions } from './player-layout.tsx';
import { PlayerFrame } from './player-frame.tsx';
import { useChecks } from './use-checks.ts';
import { useReadingProgress } from './use-reading-progress.ts';
import { usePageTitle } from './use-page-title.ts';
import { VideoPositionsContext } from './video-positions.ts';
import { PackageContext } from './rich-text.tsx';
import { eyebrowText } from '#ui/layout/page.tsx';
import { clsx } from 'clsx';

export function LessonPage({ course, id }: { course: CourseView; id: string }) {
  const query = useQuery(lessonQueryOptions(course.packageId, id));
  return (
    <QueryView
      query={query}
      skeleton={<PlayerSkeleton course={course} current={{ kind: 'lesson', id }} />}
      renderError={(error) => <PlayerError packageId={course.packageId} error={error} query={query} />}
    >
      {(lesson) => <Lesson key={lesson.id} course={course} lesson={lesson} />}
    </QueryView>
  );
}

function Lesson({ course, lesson }: { course: CourseView; lesson: LessonView }) {
  const checks = useChecks(lesson);
  const headline = useRef<HTMLHeadingElement>(null);
  useReadingProgress(lesson);
  usePageTitle(`${lesson.number} ${lesson.title}`, headline);
  usePrefetch(lesson);
  const language = getLanguageProps(lesson.culture);
  return (
    <PackageContext value={lesson.packageId}>
      <ContentLanguageContext value={language}>
        <VideoPositionsContext value={lesson.videos}>
          <PlayerFrame
            course={course}
            current={{ kind: 'lesson', id: lesson.id }}
            title={<bdi lang={language.lang}>{lesson.title}</bdi>}
            line={<FormattedMessage id="learning.player.line" values={{ number: lesson.number }} />}
            aside={
              checks !== null && (
                <CheckPanel checks={checks} actions={<LessonActions lesson={lesson} checks={checks} />} />
              )
            }
            actions={<LessonActions lesson={lesson} checks={checks} isBar />}
          >
            <span className={clsx(eyebrowText, 'only-wide')}>
              <FormattedMessage
                id="learning.player.eyebrow"
                values={{ number: lesson.number, minutes: lesson.minutes }}
              />
            </span>
            <h1 ref={headline} tabIndex={-1} data-page-title="" {...language}>
              {lesson.title}
            </h1>
            <LanguageNotice culture={lesson.culture} />
            <article {...language}>
              <Blocks blocks={lesson.blocks} lesson={lesson.id} className="mt-4" />
            </article>
            {checks === null && (
              <ContentActions>
                <LessonActions lesson={lesson} checks={checks} />
              </ContentActions>
            )}
          </PlayerFrame>
        </VideoPositionsContext>
      </ContentLanguageContext>
    </PackageContext>
  );
}

/** Prefetches the next lesson when the page is used, so it is available offline. */
function usePrefetch({ packageId, next }: LessonView): void {
  const id = next?.kind === 'lesson' ? next.id : null;
  useEffect(() => {
    if (id === null) return;
    let isMounted = true;
    const prefetch = () => currentQueryClient().prefetchQuery(lessonQueryOptions(packageId, id));
    void whenUsed().then(() => (isMounted ? prefetch() : undefined));
    return () => void (isMounted = false);
  }, [packageId, id]);
}
