import { ChevronLeft, Lock } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { clsx } from 'clsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import type { AttemptKind, CourseView, NextStep, OutlineTest } from '#features/learning/shared/course-contract.ts';
import { formatDuration } from '#features/learning/web/format.ts';
import { getLanguageProps } from './content-language.tsx';
import { coursePath, lessonPath, testPath } from '#features/learning/web/learner-paths.ts';
import { ProgressSaveStatus } from './progress-save-status.tsx';
import { CompletionDisc } from '#ui/layout/form-section.tsx';

export type OutlinePosition = Pick<NextStep, 'kind' | 'id'>;

interface PlayerOutlineProps {
  course: CourseView;
  current: OutlinePosition;
  onGo?: () => void;
}

export function PlayerOutline({ course, current, onGo }: PlayerOutlineProps) {
  const intl = useIntl();
  const { packageId, lessonsDone, lessonsTotal, minutesLeft } = course;
  const share = lessonsTotal === 0 ? 0 : lessonsDone / lessonsTotal;
  const isNow = (kind: OutlinePosition['kind'], id: string) => current.kind === kind && current.id === id;
  const test = (kind: AttemptKind, section: string, outline: OutlineTest | null) =>
    outline !== null && (
      <OutlineRow
        to={testPath(packageId, kind, section)}
        isDone={outline.isPassed}
        isNow={isNow(kind, section)}
        isLocked={!outline.isOpen && !outline.isPassed}
        onGo={onGo}
      >
        <FormattedMessage id={`learning.player.kind.${kind}`} />
      </OutlineRow>
    );
  return (
    <>
      <div className="ps-(--outline-start) pe-4">
        <Link
          className="-ms-1 mb-2 inline-flex min-h-(--l-sm) items-center gap-1 text-sm text-ink-2 no-underline"
          to={coursePath(packageId)}
        >
          <ChevronLeft className="flip" size={18} aria-hidden="true" />
          <FormattedMessage id="learning.player.to_course" />
        </Link>
        <p className="text-md font-title" {...getLanguageProps(course.culture)}>
          {course.title}
        </p>
        <div className="mt-4 mb-2 flex items-center gap-3 text-ink-2">
          <ProgressRing share={share} text={intl.formatNumber(share, { style: 'percent' })} />
          <span>
            <FormattedMessage id="learning.player.lessons_done" values={{ done: lessonsDone, total: lessonsTotal }} />
            {course.kind !== 'scorm' && (
              <>
                <br />
                {minutesLeft === 0 ? (
                  <FormattedMessage id="learning.player.all_read" />
                ) : (
                  <FormattedMessage id="learning.player.to_read" values={{ time: formatDuration(intl, minutesLeft) }} />
                )}
              </>
            )}
          </span>
        </div>
        <ProgressSaveStatus />
      </div>
      {course.sections.map((section, index) => (
        <div key={section.id}>
          <p className="ps-(--outline-start) pe-4 pt-5 pb-1 text-xs text-ink-3" {...getLanguageProps(course.culture)}>
            {intl.formatNumber(index + 1)} {section.title}
          </p>
          <ul>
            {section.lessons.map(({ id, number, title, minutes, isDone }) => (
              <OutlineRow
                key={id}
                to={lessonPath(packageId, id)}
                isDone={isDone}
                isNow={isNow('lesson', id)}
                {...(minutes > 0 && { minutes })}
                onGo={onGo}
              >
                <bdi>{number}</bdi> <span {...getLanguageProps(course.culture)}>{title}</span>
              </OutlineRow>
            ))}
            {test('review', section.id, section.review)}
            {test('quiz', section.id, section.quiz)}
          </ul>
        </div>
      ))}
      {course.exam !== null && <ul className="mt-5">{test('exam', '', course.exam)}</ul>}
    </>
  );
}

interface RowProps {
  to: string;
  isDone: boolean;
  isNow: boolean;
  isLocked?: boolean;
  minutes?: number;
  onGo: (() => void) | undefined;
  children: ReactNode;
}

function OutlineRow({ to, isDone, isNow, isLocked = false, minutes, onGo, children }: RowProps) {
  const intl = useIntl();
  return (
    <li>
      <Link
        className={clsx(
          'flex min-h-(--outline-row) items-center gap-3 py-1 ps-(--outline-start) pe-4 no-underline focus-visible:-outline-offset-3',
          isNow ? 'bg-accent-soft font-strong text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
        )}
        to={to}
        aria-current={isNow ? 'page' : undefined}
        onClick={onGo}
      >
        <CompletionDisc completion={isDone ? 'complete' : 'empty'} isTiny />
        <span className="min-w-0 flex-1">
          {children}
          {isDone && (
            <span className="vh">
              <FormattedMessage id="learning.player.is_done" />
            </span>
          )}
        </span>
        {isLocked && (
          <>
            <Lock size={16} aria-hidden="true" />
            <span className="vh">
              <FormattedMessage id="learning.player.is_locked" />
            </span>
          </>
        )}
        {minutes !== undefined && (
          <span className={clsx('num text-(length:--t-xs) font-text', isNow ? 'text-ink-2' : 'text-ink-3')}>
            <span aria-hidden="true">{intl.formatNumber(minutes)}</span>
            <span className="vh">
              <FormattedMessage id="learning.player.minutes" values={{ minutes }} />
            </span>
          </span>
        )}
      </Link>
    </li>
  );
}
