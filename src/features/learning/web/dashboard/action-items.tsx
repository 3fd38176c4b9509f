import { CircleX, LogIn, Undo2, UserRoundPlus, Waves } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import type { CourseDetails, CourseReport } from '#features/learning/shared/course-contract.ts';
import type { NextStep } from '#features/learning/shared/next-step.ts';
import { formatPercent } from '#features/learning/web/format.ts';
import { RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { coursePath, testPath } from '#features/learning/shared/player-paths.ts';
import type { DiveRow } from './dashboard-queries.ts';

interface ActionItem {
  key: string;
  step?: NextStep;
  icon: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  to: string;
  action: MessageId;
}

interface ActionItemsProps {
  dives: QueryState<DiveRow[]>;
  report?: QueryState<CourseReport> | undefined;
  details?: QueryState<CourseDetails> | undefined;
  /** Dives to verify, for professionals. */
  waiting?: QueryState<number> | undefined;
  /** Discover Scuba Diving was started and is not finished. */
  isInDsd?: boolean;
  /** The first item of this kind has the filled button. */
  nextStep: NextStep | null;
}

/** Lists open tasks; renders nothing if there are none. */
export function ActionItems({ dives, report, details, waiting, isInDsd = false, nextStep }: ActionItemsProps) {
  const intl = useIntl();
  const sources = [dives, report, details, waiting].filter((source) => source !== undefined);
  const items = [
    ...(isInDsd ? [dsdActionItem] : []),
    ...listVerificationItems(waiting?.data ?? 0),
    ...listReturnedDiveItems(intl, dives.data ?? []),
    ...(report?.data ? listTestItems(intl, report.data) : []),
    ...(report?.data && details?.data ? listInstructorItems(report.data, details.data) : []),
  ];
  const filled = items.find(({ step }) => step !== undefined && step === nextStep);
  // Only failed dive queries are shown here, because the course chart shows its own error.
  const failed = [dives, waiting].find((source) => source?.data === undefined && source?.isError);
  const isLoading = items.length === 0 && sources.some(({ data, isError }) => data === undefined && !isError);
  if (items.length === 0 && !failed && !isLoading) return null;
  return (
    <PageSection
      title={
        <span className="inline-flex items-center gap-3">
          <FormattedMessage id="learning.needs.title" />
          {items.length > 0 && (
            <Chip status="returned" hasIcon={false}>
              {items.length}
            </Chip>
          )}
        </span>
      }
    >
      {isLoading && <RowsSkeleton rows={1} height={88} />}
      {items.length > 0 && (
        <Rows>
          {items.map((item) => (
            <Row
              key={item.key}
              wrapsOnPhone
              start={<Disc tone="coral">{item.icon}</Disc>}
              title={item.title}
              text={item.text}
              end={
                <Link className={buttonClass({ kind: item === filled ? 'filled' : 'outlined' })} to={item.to}>
                  <FormattedMessage id={item.action} />
                </Link>
              }
            />
          ))}
        </Rows>
      )}
      {failed && <LoadFailure isCard query={failed} level={3} />}
    </PageSection>
  );
}

const dsdActionItem: ActionItem = {
  key: 'dsd',
  step: 'discover',
  icon: <Waves size={20} />,
  title: <FormattedMessage id="learning.needs.dsd" />,
  text: <FormattedMessage id="learning.needs.dsd_text" />,
  to: '/dsd',
  action: 'learning.needs.dsd_action',
};

function listVerificationItems(count: number): ActionItem[] {
  if (count === 0) return [];
  return [
    {
      key: 'waiting',
      icon: <LogIn size={20} className="flip" />,
      title: <FormattedMessage id="learning.needs.waiting" values={{ count }} />,
      text: <FormattedMessage id="learning.needs.waiting_text" />,
      to: '/logbook/verification',
      action: 'learning.needs.waiting_action',
    },
  ];
}

function listReturnedDiveItems(intl: IntlShape, dives: readonly DiveRow[]): ActionItem[] {
  return dives
    .filter(({ status }) => status === 'Returned')
    .map((dive) => ({
      key: dive.id,
      step: 'returned_dive' as const,
      icon: <Undo2 size={20} className="flip" />,
      title: (
        <FormattedMessage
          id="learning.needs.returned"
          values={{ title: <bdi>{dive.dive_title || intl.formatMessage({ id: 'learning.dive.untitled' })}</bdi> }}
        />
      ),
      text: dive.returned_reason && (
        <FormattedMessage
          id="learning.needs.returned_text"
          values={{ reason: <bdi>{dive.returned_reason}</bdi>, name: <bdi>{dive.returned_name}</bdi> }}
        />
      ),
      to: `/logbook/log-dive/training/update/${dive.id}`,
      action: 'learning.needs.returned_action',
    }));
}

/** Quizzes and exams that were attempted but not passed. */
function listTestItems(intl: IntlShape, { packageId, sections, exam }: CourseReport): ActionItem[] {
  const quizzes = sections.flatMap(({ id, title, quiz }) =>
    quiz && quiz.attempts > 0 && !quiz.isPassed ? [{ kind: 'quiz' as const, id, title, test: quiz }] : [],
  );
  const exams =
    exam && exam.attempts > 0 && !exam.isPassed ? [{ kind: 'exam' as const, id: '', title: '', test: exam }] : [];
  return [...quizzes, ...exams].map(({ kind, id, title, test }) => ({
    key: `${kind}-${id}`,
    icon: <CircleX size={20} />,
    title: (
      <FormattedMessage id={`learning.needs.${kind}${test.triesLeft === 0 ? '_failed' : ''}`} values={{ title }} />
    ),
    text: (
      <FormattedMessage
        id={test.triesLeft === 0 ? 'learning.needs.no_tries' : 'learning.needs.score'}
        values={{
          best: formatPercent(intl, test.bestPercent ?? 0),
          pass: formatPercent(intl, test.passPercent ?? 0),
        }}
      />
    ),
    to: test.triesLeft === 0 ? `/training/performance/${packageId}` : testPath(packageId, kind, id),
    action: test.triesLeft === 0 ? 'learning.needs.see' : 'learning.needs.again',
  }));
}

/** Courses with dives need an instructor. */
function listInstructorItems({ dives }: CourseReport, details: CourseDetails): ActionItem[] {
  if (dives === 0 || details.instructor !== null || details.enrollmentDate === null) return [];
  return [
    {
      key: 'teacher',
      icon: <UserRoundPlus size={20} />,
      title: <FormattedMessage id="learning.needs.teacher" />,
      text: <FormattedMessage id="learning.needs.teacher_text" />,
      to: `${coursePath(details.packageId)}#teacher`,
      action: 'learning.needs.teacher_action',
    },
  ];
}
