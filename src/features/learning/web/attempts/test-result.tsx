import { ArrowRight, BookOpen } from '#ui/icons/icons.ts';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass, type ButtonLook } from '#ui/buttons/button.tsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import type { Question } from '#features/learning/shared/content.ts';
import type { AttemptView, CourseView } from '#features/learning/shared/course-contract.ts';
import { AnswerText } from '#features/learning/web/questions/answer-text.tsx';
import {
  ContentLanguageContext,
  getLanguageProps,
  useContentLanguage,
} from '#features/learning/web/player/content-language.tsx';
import { getFeedback } from '#features/learning/web/questions/feedback.ts';
import { NextLabel } from '#features/learning/web/player/lesson-actions.tsx';
import { PlayerFrame } from '#features/learning/web/player/player-frame.tsx';
import { ContentActions } from '#features/learning/web/player/player-layout.tsx';
import { coursePath, lessonPath, stepPath, testPath } from '#features/learning/web/learner-paths.ts';
import { TestTitle, type TestProps } from './test-title.tsx';
import { usePageTitle } from '#features/learning/web/player/use-page-title.ts';
import { PackageContext, Paragraphs } from '#features/learning/web/player/rich-text.tsx';
import { eyebrowText } from '#ui/layout/page.tsx';

type Result = NonNullable<AttemptView['result']>;
type Item = Result['items'][number];

interface ResultProps extends TestProps {
  attempt: AttemptView;
  result: Result;
}

export function TestResult({ attempt, result, ...place }: ResultProps) {
  const intl = useIntl();
  const { course, kind, section } = place;
  const headline = useRef<HTMLHeadingElement>(null);
  usePageTitle(intl.formatMessage({ id: `learning.player.kind.${kind}` }), headline);
  const { isPassed, rightCount, scorePercent, items } = result;
  const wrong = items.filter((item) => !item.isRight);
  const actions = (look: ButtonLook) => <ResultActions {...place} attempt={attempt} result={result} look={look} />;
  return (
    <PackageContext value={course.packageId}>
      <ContentLanguageContext value={getLanguageProps(attempt.culture)}>
        <PlayerFrame
          course={course}
          current={{ kind, id: section }}
          title={<TestTitle {...place} />}
          line={<FormattedMessage id="learning.player.your_result" />}
          actions={actions({ size: 'lg' })}
        >
          <span className={eyebrowText}>
            <TestTitle {...place} />
          </span>
          <h1 ref={headline} tabIndex={-1} data-page-title="">
            <FormattedMessage id={`learning.player.result.${kind}.${isPassed ? 'passed' : 'failed'}`} />
          </h1>
          <div className="mt-5 flex items-center gap-5">
            <ProgressRing
              size={96}
              share={scorePercent / 100}
              text={intl.formatNumber(scorePercent / 100, { style: 'percent' })}
            />
            <p>
              <FormattedMessage
                id="learning.player.right_of"
                values={{ count: rightCount, total: attempt.questions.length }}
              />
              {attempt.passPercent !== null && (
                <>
                  <br />
                  <FormattedMessage
                    id="learning.player.pass_at"
                    values={{ percent: intl.formatNumber(attempt.passPercent / 100, { style: 'percent' }) }}
                  />
                </>
              )}
              {!isPassed && attempt.triesLeft !== null && (
                <>
                  <br />
                  <FormattedMessage id="learning.player.tries_left" values={{ count: attempt.triesLeft }} />
                </>
              )}
            </p>
          </div>
          <ContentActions>{actions({})}</ContentActions>
          {wrong.length > 0 && (
            <section className="mt-10">
              <h2>
                <FormattedMessage id="learning.player.look_at" values={{ count: wrong.length }} />
              </h2>
              <ol className="mt-4 grid gap-4">
                {wrong.map((item) => (
                  <WrongItem
                    key={item.question}
                    item={item}
                    question={attempt.questions.find(({ id }) => id === item.question)}
                    packageId={course.packageId}
                  />
                ))}
              </ol>
            </section>
          )}
        </PlayerFrame>
      </ContentLanguageContext>
    </PackageContext>
  );
}

function WrongItem({ item, question, packageId }: { item: Item; question: Question | undefined; packageId: string }) {
  const language = useContentLanguage();
  if (question === undefined) return null;
  const { given: answer, key, explanation, lesson } = item;
  const why = answer === null || key === null ? [] : getFeedback(question, key, answer).why;
  return (
    <li className="card p-5 lg:p-6">
      <h3 {...language}>
        <Paragraphs paragraphs={question.prompt} />
      </h3>
      <dl className="my-3 grid gap-0.5">
        <dt className="text-sm text-ink-2">
          <FormattedMessage id="learning.player.you_answered" />
        </dt>
        <dd className="mb-2" {...(answer !== null && language)}>
          {answer === null ? (
            <FormattedMessage id="learning.player.nothing" />
          ) : (
            <AnswerText question={question} answer={answer} />
          )}
        </dd>
        {key !== null && (
          <>
            <dt className="text-sm text-ink-2">
              <FormattedMessage id="learning.player.right_is" />
            </dt>
            <dd className="mb-2" {...language}>
              <AnswerText question={question} answer={key.right} />
            </dd>
          </>
        )}
      </dl>
      <div className="text-sm text-ink-2 *:mt-2" {...language}>
        <Paragraphs paragraphs={why} />
        <Paragraphs paragraphs={explanation} />
      </div>
      {lesson !== null && (
        <p>
          <Link
            className="-mb-3 inline-flex min-h-tap items-center gap-2 py-3 text-(length:--t-sm) font-strong"
            to={lessonPath(packageId, lesson.id)}
          >
            <BookOpen size={18} aria-hidden="true" />
            <span>
              <FormattedMessage
                id="learning.player.read_again"
                values={{
                  number: <bdi key="number">{lesson.number}</bdi>,
                  title: (
                    <bdi key="title" lang={language.lang}>
                      {lesson.title}
                    </bdi>
                  ),
                }}
              />
            </span>
          </Link>
        </p>
      )}
    </li>
  );
}

function ResultActions({ course, kind, section, attempt, result, look }: ResultProps & { look: ButtonLook }) {
  const canTry = !result.isPassed && attempt.triesLeft !== 0;
  const { packageId } = course;
  const onward = <ArrowRight className="flip" size={18} aria-hidden="true" />;
  if (canTry)
    return (
      <>
        <Link className={buttonClass({ ...look, kind: 'outlined' })} to={coursePath(packageId)}>
          <FormattedMessage id="learning.player.next.course" />
        </Link>
        <Link className={buttonClass(look)} to={testPath(packageId, kind, section)}>
          <FormattedMessage id="learning.player.try_again" />
        </Link>
      </>
    );
  const next = findNextStep(course, kind, section);
  return (
    <Link className={buttonClass(look)} to={next === null ? coursePath(packageId) : stepPath(packageId, next)}>
      <NextLabel next={next} />
      {onward}
    </Link>
  );
}

/** The cached outline may still list this test as the next step. */
function findNextStep({ next }: CourseView, kind: string, section: string) {
  return next !== null && next.kind === kind && next.id === section ? null : next;
}
