import { ChevronLeft } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { PageHead, PageSection } from '#ui/layout/page.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { AssessmentResults, CourseReport, OutlineTest } from '#features/learning/shared/course-contract.ts';
import { CourseProgressChart } from '#features/learning/web/dashboard/course-progress-chart.tsx';
import { useTrainingDives } from '#features/learning/web/dashboard/dashboard-queries.ts';
import { formatDate, formatPercent, formatTimeSpent } from '#features/learning/web/format.ts';
import type { QueryState } from '#features/learning/web/query-section.tsx';
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
          <Link className="back" to="/training/performance">
            <ChevronLeft size={18} className="flip" aria-hidden="true" />
            <FormattedMessage id="learning.performance" />
          </Link>
        }
        title={<bdi>{title}</bdi>}
        text={
          completedDate !== null ? (
            <FormattedMessage id="learning.course.completed" values={{ date: formatDate(intl, completedDate) }} />
          ) : (
            enrollmentDate !== null && (
              <FormattedMessage id="learning.performance.since" values={{ date: formatDate(intl, enrollmentDate) }} />
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
    <div className="perf-stats">
      <Stat
        value={intl.formatMessage({ id: 'learning.performance.of' }, { done: lessonsDone, total: lessonsTotal })}
        label={<FormattedMessage id="learning.performance.lessons" />}
      />
      <Stat value={formatTimeSpent(intl, secondsSpent)} label={<FormattedMessage id="learning.performance.spent" />} />
      <Stat
        value={intl.formatNumber(attempts)}
        label={<FormattedMessage id="learning.performance.attempts" values={{ count: attempts }} />}
      />
      {dives > 0 ? (
        <Stat
          value={intl.formatMessage({ id: 'learning.performance.of' }, { done: divesVerified, total: dives })}
          label={<FormattedMessage id="learning.performance.dives" />}
        />
      ) : (
        exam?.bestPercent !== null &&
        exam !== null && (
          <Stat
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
      <ul className="rows card px-5">
        {sections.map(({ id, title, lessonsDone, lessonsTotal, secondsSpent, quiz, review }) => (
          <li key={id} className="perf-sec">
            <div className="line">
              <b id={`section-${id}`} dir="auto">
                {title}
              </b>
              <span className="end">
                <TestChip test={quiz ?? review} />
              </span>
            </div>
            <ProgressBar
              percent={lessonsTotal === 0 ? 0 : (lessonsDone / lessonsTotal) * 100}
              labelledBy={`section-${id}`}
            />
            <div className="line num text-sm text-ink-2">
              <FormattedMessage id="learning.course.lessons" values={{ done: lessonsDone, total: lessonsTotal }} />
              <span>{formatTimeSpent(intl, secondsSpent)}</span>
              {quiz && quiz.attempts > 0 && (
                <span>
                  <FormattedMessage id="learning.performance.tried" values={{ count: quiz.attempts }} />
                </span>
              )}
            </div>
          </li>
        ))}
        {exam && (
          <li className="perf-sec">
            <div className="line">
              <b>
                <FormattedMessage id="learning.test.exam" />
              </b>
              <span className="end">
                <TestChip test={exam} />
              </span>
            </div>
            <div className="line num text-sm text-ink-2">
              {examPassedDate !== null && <span>{formatDate(intl, examPassedDate)}</span>}
              <span>
                <FormattedMessage id="learning.performance.tried" values={{ count: exam.attempts }} />
              </span>
              {!exam.isPassed && exam.triesLeft !== null && (
                <span>
                  <FormattedMessage id="learning.test.tries" values={{ count: exam.triesLeft }} />
                </span>
              )}
            </div>
          </li>
        )}
      </ul>
    </PageSection>
  );
}

function TestChip({ test }: { test: OutlineTest | null }) {
  const intl = useIntl();
  if (test === null || test.attempts === 0) return null;
  const percent = test.bestPercent === null ? '' : formatPercent(intl, test.bestPercent);
  return (
    <Chip status={test.isPassed ? 'verified' : 'returned'} hasIcon={test.isPassed}>
      <FormattedMessage
        id={test.isPassed ? 'learning.performance.passed' : 'learning.performance.not_passed'}
        values={{ percent }}
      />
    </Chip>
  );
}
