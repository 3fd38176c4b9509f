import { Play } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { currentToken } from '#platform/web/session/session.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { instructorName } from '#features/logbook/shared/instructor-name.ts';
import type { Entitlement } from '#features/learning/shared/course-contract.ts';
import { formatDuration } from '#features/learning/web/format.ts';
import { findNextDive } from '#features/logbook/shared/next-dive.ts';
import { getOpenDivePath } from '#features/logbook/shared/training-form-path.ts';
import type { Offer } from '#features/learning/shared/codes-contract.ts';
import { coursePath, stepPath } from '#features/learning/shared/player-paths.ts';
import { useCourseDetails, useCourseReport } from '#features/learning/web/queries.ts';
import { buildHeadline, listLogsByNumber } from './course-progress.ts';
import { useTrainingDives } from './dashboard-queries.ts';

/** The headline element stays mounted while its content changes, because it has the focus. */
export function DashboardHead({
  children,
  eyebrow,
  end,
}: {
  children?: ReactNode;
  eyebrow?: ReactNode;
  end?: ReactNode;
}) {
  return (
    <PageHead
      align="start"
      className="mb-6 *:first:max-w-155 *:first:flex-[1_1_320px]"
      endClassName="max-sm:w-full"
      eyebrow={eyebrow}
      title={children || <Greeting />}
      end={end}
    />
  );
}

function Greeting() {
  return (
    <FormattedMessage id="learning.dashboard.greeting" values={{ name: <bdi>{currentToken()?.givenName}</bdi> }} />
  );
}

/** Screen readers get the greeting while the headline loads. */
export function HeadlineSkeleton() {
  return (
    <>
      <span className="vh">
        <Greeting />
      </span>
      <Skeleton height={40} width="min(420px, 80vw)" />
    </>
  );
}

export function Headline({ course, isOver }: { course: Entitlement; isOver: boolean }) {
  const report = useCourseReport(course.packageId);
  if (isOver) return <FormattedMessage id="learning.dashboard.head.done" values={{ title: course.title }} />;
  // The report is needed only once all lessons are done.
  if (course.next === null && report.isPending) return <HeadlineSkeleton />;
  const { id, values } = buildHeadline(course, report.data);
  return <FormattedMessage id={id} values={values} />;
}

export function Eyebrow({ course }: { course: Entitlement }) {
  const details = useCourseDetails(course.packageId).data;
  const name = details?.instructor && instructorName(details.instructor, currentLocale());
  const store = details?.storeName;
  const which = name && store ? 'both' : name ? 'name' : store ? 'store' : 'title';
  return (
    <FormattedMessage
      id={`learning.dashboard.eyebrow.${which}`}
      values={{ title: course.title, name: <bdi>{name}</bdi>, store: <bdi>{store}</bdi> }}
    />
  );
}

interface NextUpProps {
  course: Entitlement;
  /** The page has one filled button, that of the next step. */
  isNextStep: boolean;
}

export function NextUp({ course: { packageId, next, enrollmentDate }, isNextStep }: NextUpProps) {
  const intl = useIntl();
  if (next === null) return <AfterLessons packageId={packageId} isNextStep={isNextStep} />;
  const label = enrollmentDate === null ? 'learning.start' : 'learning.continue';
  return (
    <NextUpBox
      what={intl.formatMessage({ id: `learning.next.${next.kind}` }, { time: formatDuration(intl, next.minutes) })}
      title={[next.number, next.title].filter(Boolean).join(' ')}
    >
      <Link className={buttonClass({ kind: isNextStep ? 'filled' : 'outlined' })} to={stepPath(packageId, next)}>
        <Play size={18} aria-hidden="true" />
        <FormattedMessage id={label} />
      </Link>
    </NextUpBox>
  );
}

function AfterLessons({ packageId, isNextStep }: { packageId: string; isNextStep: boolean }) {
  const intl = useIntl();
  const report = useCourseReport(packageId).data;
  const logged = useTrainingDives().data;
  if (report === undefined || logged === undefined) return null;
  const { dives, logCourse } = report;
  const next = logCourse === null ? null : findNextDive(dives, listLogsByNumber(logged, logCourse));
  if (logCourse !== null && next !== null)
    return (
      <NextUpBox
        what={intl.formatMessage({ id: 'learning.next.dive' })}
        title={intl.formatMessage({ id: 'learning.next.dive_number' }, { number: next.number, total: dives })}
      >
        <Link
          className={buttonClass({ kind: isNextStep ? 'filled' : 'outlined' })}
          to={getOpenDivePath({ log_course: logCourse, log_number: next.number, log_id: next.log?.id ?? null })}
        >
          <FormattedMessage id="learning.next.log" />
        </Link>
      </NextUpBox>
    );
  return (
    <Link className={buttonClass({ kind: 'outlined' })} to={`/training/eRecord/${packageId}`}>
      <FormattedMessage id="learning.record" />
    </Link>
  );
}

/** The course to take next, for people who have finished theirs. */
export function OfferBox({ offer: { packageId, title, reason } }: { offer: Offer }) {
  const intl = useIntl();
  return (
    <NextUpBox what={intl.formatMessage({ id: `learning.more.${reason}` })} title={title}>
      <Link className={buttonClass()} to={coursePath(packageId)}>
        <FormattedMessage id="learning.performance.course" />
      </Link>
    </NextUpBox>
  );
}

/** The next step: what it is about, its title and its button. */
export function NextUpBox({ what, title, children }: { what: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-3 rounded-box border border-line bg-surface py-3 ps-5 pe-3 max-sm:w-full sm:gap-6">
      <div className="max-w-70 min-w-0 flex-1">
        <span className="text-sm text-ink-2">{what}</span>
        <b className="block wrap-anywhere" dir="auto">
          {title}
        </b>
      </div>
      {children}
    </div>
  );
}

/** As high as the box. */
export function NextUpSkeleton() {
  return <Skeleton height={74} width="min(420px, 90vw)" />;
}
