import { Check, CircleHelp, ClipboardCheck, Lock } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Chip } from '#ui/display/chip.tsx';
import { clsx } from 'clsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import type { AttemptKind, CourseView, OutlineTest } from '#features/learning/shared/course-contract.ts';
import { formatDuration, formatPercent } from '#features/learning/web/format.ts';
import { getLanguageProps } from '#features/learning/web/player/content-language.tsx';
import { lessonPath, testPath } from '#features/learning/web/learner-paths.ts';

/** Only the current section is expanded in courses with more sections. */
const fewSections = 3;

export function CourseOutline({ course, isOpen }: { course: CourseView; isOpen: boolean }) {
  const { packageId, sections, exam, next } = course;
  const { lang } = getLanguageProps(course.culture);
  const current = next === null || next.kind === 'exam' ? '' : (next.id.split('/')[0] ?? '');
  return (
    <div className="card px-5">
      {sections.map(({ id, title, lessons, review, quiz }, index) => (
        <Disclosure
          className="last:border-b-0"
          key={id}
          isOpen={sections.length <= fewSections || id === current}
          title={
            <span className="flex flex-wrap items-baseline gap-x-3 py-2">
              <bdi lang={lang}>
                {index + 1}. {title}
              </bdi>
              <span className="num ms-auto text-(length:--t-sm) font-text text-ink-2">
                <FormattedMessage
                  id="learning.course.lessons"
                  values={{ done: lessons.filter(({ isDone }) => isDone).length, total: lessons.length }}
                />
              </span>
            </span>
          }
        >
          <ul>
            {lessons.map((lesson) => (
              <LessonItem
                key={lesson.id}
                lesson={lesson}
                lang={lang}
                to={isOpen ? lessonPath(packageId, lesson.id) : null}
              />
            ))}
            {review && <TestItem kind="review" test={review} to={isOpen ? testPath(packageId, 'review', id) : null} />}
            {quiz && <TestItem kind="quiz" test={quiz} to={isOpen ? testPath(packageId, 'quiz', id) : null} />}
          </ul>
        </Disclosure>
      ))}
      {exam && (
        <ul className="py-2">
          <TestItem kind="exam" test={exam} to={isOpen ? testPath(packageId, 'exam', '') : null} />
        </ul>
      )}
    </div>
  );
}

type Lesson = CourseView['sections'][number]['lessons'][number];

function LessonItem({
  lesson: { number, title, minutes, isDone, isOpened },
  lang,
  to,
}: {
  lesson: Lesson;
  lang: string;
  to: string | null;
}) {
  const intl = useIntl();
  const state = isDone ? 'done' : isOpened ? 'begun' : 'new';
  return (
    <Item
      to={to}
      mark={<Mark state={state}>{isDone && <Check size={14} />}</Mark>}
      end={minutes > 0 && formatDuration(intl, minutes)}
    >
      <span className="block group-hover:underline" dir="auto" lang={lang}>
        {number} {title}
      </span>
      {state !== 'new' && (
        <span className="vh">
          <FormattedMessage id={`learning.course.lesson_${state}`} />
        </span>
      )}
    </Item>
  );
}

function TestItem({ kind, test, to }: { kind: AttemptKind; test: OutlineTest; to: string | null }) {
  const intl = useIntl();
  const { questions, passPercent, attempts, triesLeft, bestPercent, isPassed, isOpen } = test;
  const facts = [
    intl.formatMessage({ id: 'learning.test.questions' }, { count: questions }),
    passPercent !== null &&
      intl.formatMessage({ id: 'learning.test.pass' }, { percent: formatPercent(intl, passPercent) }),
    kind !== 'review' &&
      bestPercent !== null &&
      intl.formatMessage({ id: 'learning.test.best' }, { percent: formatPercent(intl, bestPercent) }),
    triesLeft !== null && !isPassed && intl.formatMessage({ id: 'learning.test.tries' }, { count: triesLeft }),
  ];
  const canOpen = to !== null && (isOpen || attempts > 0);
  return (
    <Item
      to={canOpen ? to : null}
      mark={
        <Mark state={isPassed ? 'done' : 'new'}>
          {isPassed ? <Check size={14} /> : kind === 'exam' ? <ClipboardCheck size={14} /> : <CircleHelp size={14} />}
        </Mark>
      }
      end={
        isPassed ? (
          <Chip status="verified" hasIcon={false}>
            <FormattedMessage id={kind === 'review' ? 'learning.test.done' : 'learning.test.passed'} />
          </Chip>
        ) : (
          to !== null &&
          !canOpen && (
            <>
              <Lock size={16} aria-hidden="true" />
              <span className="vh">
                <FormattedMessage id="learning.test.shut" />
              </span>
            </>
          )
        )
      }
    >
      <span className="block group-hover:underline">
        <FormattedMessage id={`learning.test.${kind}`} />
      </span>
      <span className="block text-sm text-ink-2">{facts.filter(Boolean).join('\u00a0· ')}</span>
    </Item>
  );
}

const markLooks = {
  new: 'border-line-2 text-ink-3',
  begun: 'border-accent text-accent-text',
  done: 'border-accent bg-accent text-on-accent',
};

function Mark({ state, children }: { state: keyof typeof markLooks; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('grid size-6 flex-none place-items-center rounded-full border-[1.5px]', markLooks[state])}
    >
      {children}
    </span>
  );
}

/** Items that are not open yet are rendered without a link. */
function Item({
  to,
  mark,
  end,
  children,
}: {
  to: string | null;
  mark: ReactNode;
  end: ReactNode;
  children: ReactNode;
}) {
  const content = (
    <>
      {mark}
      <span className="min-w-0 flex-1">{children}</span>
      {end && <span className="text-sm text-ink-2">{end}</span>}
    </>
  );
  const row = 'flex min-h-tap items-center gap-3 py-1';
  return (
    <li>
      {to === null ? (
        <div className={clsx(row, 'text-ink-2')}>{content}</div>
      ) : (
        <Link className={clsx(row, 'group text-inherit no-underline')} to={to}>
          {content}
        </Link>
      )}
    </li>
  );
}
