import { FormattedMessage, useIntl } from 'react-intl';
import { ResultChip, ResultRow } from './result-row.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { Link } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { formatDay } from '#platform/shared/format-day.ts';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { PageHead, PageSection } from '#ui/layout/page.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { AssessmentResults, CourseReport, OutlineTest } from '#features/learning/shared/course-contract.ts';
import { CourseProgressChart } from '#features/learning/web/dashboard/course-progress-chart.tsx';
import { useTrainingDives } from '#features/learning/web/dashboard/dashboard-queries.ts';
import { formatPercent, formatTimeSpent } from '#features/learning/web/format.ts';
import { coursePath } from '#features/learning/shared/player-paths.ts';
import { ResultList } from './result-list.tsx';

interface PerformanceReportProps {
  report: CourseReport;
  results: QueryState<AssessmentResults>;
}

export function PerformanceReport({ report, results }: PerformanceReportProps) {
  const dives = useTrainingDives().data ?? [];
  const { packageId, title, completedDate, enrollmentDate } = report;
  const intl = useIntl();
  return (
    <>
      <PageHead
        back={
          <BackLink to="/training/performance">
            <FormattedMessage id="learning.performance" />
          </BackLink>
        }
        title={<bdi>{title}</bdi>}
        text={
          completedDate !== null ? (
            <FormattedMessage
              id="learning.course.completed"
              values={{ date: formatDay(intl, completedDate, 'long') }}
            />
          ) : (
            enrollmentDate !== null && (
              <FormattedMessage
                id="learning.performance.since"
                values={{ date: formatDay(intl, enrollmentDate, 'long') }}
              />
            )
          )
        }
        end={
          <>
            <Link className={buttonClass({ kind: 'quiet' })} to={`/training/eRecord/${packageId}`}>
              <FormattedMessage id="learning.record" />
            </Link>
            <Link className={buttonClass({ kind: 'outlined' })} to={coursePath(packageId)}>
              <FormattedMessage id="learning.performance.course" />
            </Link>
          </>
        }
      />
      <ReportNumbers report={report} />
      <CourseProgressChart report={report} dives={dives} />
      <div className="mt-10">
        <ReportSections report={report} />
        <ResultList packageId={packageId} query={results} />
      </div>
    </>
  );
}

function ReportNumbers({ report }: { report: CourseReport }) {
  const intl = useIntl();
  const { lessonsDone, lessonsTotal, secondsSpent, sections, exam, dives, divesVerified } = report;
  const tests = [...sections.flatMap(({ review, quiz }) => [review, quiz]), exam].filter((test) => test !== null);
  const attempts = tests.reduce((sum, test) => sum + test.attempts, 0);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(164px,100%),1fr))] gap-5 my-6 sm:grid-cols-[repeat(4,auto)] sm:justify-between">
      <Stat
        wraps
        value={intl.formatMessage({ id: 'learning.performance.of' }, { done: lessonsDone, total: lessonsTotal })}
        label={<FormattedMessage id="learning.performance.lessons" />}
      />
      <Stat
        wraps
        value={formatTimeSpent(intl, secondsSpent)}
        label={<FormattedMessage id="learning.performance.spent" />}
      />
      <Stat
        wraps
        value={intl.formatNumber(attempts)}
        label={<FormattedMessage id="learning.performance.attempts" values={{ count: attempts }} />}
      />
      {dives > 0 ? (
        <Stat
          wraps
          value={intl.formatMessage({ id: 'learning.performance.of' }, { done: divesVerified, total: dives })}
          label={<FormattedMessage id="learning.performance.dives" />}
        />
      ) : (
        exam?.bestPercent !== null &&
        exam !== null && (
          <Stat
            wraps
            value={formatPercent(intl, exam.bestPercent)}
            label={<FormattedMessage id="learning.performance.exam" />}
          />
        )
      )}
    </div>
  );
}

function ReportSections({ report: { sections, exam, examPassedDate } }: { report: CourseReport }) {
  const intl = useIntl();
  return (
    <PageSection title={<FormattedMessage id="learning.performance.sections" />}>
      <Rows>
        {sections.map(({ id, title, lessonsDone, lessonsTotal, secondsSpent, quiz, review }) => (
          <ResultRow
            key={id}
            title={
              <b id={`section-${id}`} dir="auto">
                {title}
              </b>
            }
            chip={<TestChip test={quiz ?? review} />}
            facts={
              <>
                <FormattedMessage id="learning.course.lessons" values={{ done: lessonsDone, total: lessonsTotal }} />
                <span>{formatTimeSpent(intl, secondsSpent)}</span>
                {quiz && quiz.attempts > 0 && (
                  <span>
                    <FormattedMessage id="learning.performance.tried" values={{ count: quiz.attempts }} />
                  </span>
                )}
              </>
            }
            progress={
              <ProgressBar
                percent={lessonsTotal === 0 ? 0 : (lessonsDone / lessonsTotal) * 100}
                labelledBy={`section-${id}`}
              />
            }
          />
        ))}
        {exam && (
          <ResultRow
            title={
              <b>
                <FormattedMessage id="learning.test.exam" />
              </b>
            }
            chip={<TestChip test={exam} />}
            facts={
              <>
                {examPassedDate !== null && <span>{formatDay(intl, examPassedDate, 'long')}</span>}
                <span>
                  <FormattedMessage id="learning.performance.tried" values={{ count: exam.attempts }} />
                </span>
                {!exam.isPassed && exam.triesLeft !== null && (
                  <span>
                    <FormattedMessage id="learning.test.tries" values={{ count: exam.triesLeft }} />
                  </span>
                )}
              </>
            }
          />
        )}
      </Rows>
    </PageSection>
  );
}

function TestChip({ test }: { test: OutlineTest | null }) {
  if (test === null || test.attempts === 0) return null;
  return <ResultChip isPassed={test.isPassed} percent={test.bestPercent} />;
}
