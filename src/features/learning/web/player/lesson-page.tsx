import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { queries } from '../../../../platform/web/query.ts';
import type { CourseView, LessonView } from '../../shared/course-contract.ts';
import { lessonOptions } from '../queries.ts';
import { Blocks } from './blocks.tsx';
import { CheckPanel } from './check-panel.tsx';
import { ContentLanguageContext, languageOf } from './content-language.tsx';
import { LanguageNotice } from './language-notice.tsx';
import { LessonActions } from './lesson-actions.tsx';
import { PlayerFailure, PlayerSkeleton } from './player-states.tsx';
import { PlayerFrame } from './player-frame.tsx';
import { useChecks } from './use-checks.ts';
import { useReading } from './use-reading.ts';
import { usePageName } from './use-page-name.ts';
import { VideoPlacesContext } from './video-places.ts';
import { PackageContext } from './words.tsx';

export function LessonPage({ course, id }: { course: CourseView; id: string }) {
  const { data, error, isFetching, refetch } = useQuery(lessonOptions(course.packageId, id));
  if (data !== undefined) return <Lesson key={data.id} course={course} lesson={data} />;
  if (error === null) return <PlayerSkeleton course={course} current={{ kind: 'lesson', id }} />;
  return (
    <PlayerFailure packageId={course.packageId} error={error} isBusy={isFetching} onRefresh={() => void refetch()} />
  );
}

function Lesson({ course, lesson }: { course: CourseView; lesson: LessonView }) {
  const checks = useChecks(lesson);
  const headline = useRef<HTMLHeadingElement>(null);
  useReading(lesson);
  usePageName(`${lesson.number} ${lesson.title}`, headline);
  usePrefetch(lesson);
  const language = languageOf(lesson.culture);
  return (
    <PackageContext value={lesson.packageId}>
      <ContentLanguageContext value={language}>
        <VideoPlacesContext value={lesson.videos}>
          <PlayerFrame
            course={course}
            current={{ kind: 'lesson', id: lesson.id }}
            title={<bdi lang={language.lang}>{lesson.title}</bdi>}
            line={<FormattedMessage id="learning.player.line" values={{ number: lesson.number }} />}
            aside={
              checks !== null && (
                <CheckPanel
                  lesson={lesson}
                  checks={checks}
                  actions={<LessonActions lesson={lesson} checks={checks} />}
                />
              )
            }
            actions={<LessonActions lesson={lesson} checks={checks} isBar />}
          >
            <span className="eyebrow only-wide">
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
              <Blocks blocks={lesson.blocks} lesson={lesson.id} />
            </article>
            {checks === null && (
              <div className="ask-nav only-wide">
                <LessonActions lesson={lesson} checks={checks} />
              </div>
            )}
          </PlayerFrame>
        </VideoPlacesContext>
      </ContentLanguageContext>
    </PackageContext>
  );
}

/** What comes next is there before it is asked for, also where the network ends. */
function usePrefetch({ packageId, next }: LessonView): void {
  const id = next?.kind === 'lesson' ? next.id : null;
  useEffect(() => {
    if (id !== null) void queries.prefetchQuery(lessonOptions(packageId, id));
  }, [packageId, id]);
}
