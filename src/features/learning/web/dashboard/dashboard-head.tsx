import { Play } from 'lucide-react';
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
import { stepPath } from '#features/learning/shared/player-paths.ts';
import { useCourseDetails, useCourseReport } from '#features/learning/web/queries.ts';
import { buildHeadline } from './course-progress.ts';

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

export function Headline({ course }: { course: Entitlement }) {
  const report = useCourseReport(course.packageId);
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

/** Contains the only filled button of the page. */
export function NextUp({ course: { packageId, next, enrollmentDate } }: { course: Entitlement }) {
  const intl = useIntl();
  if (next === null) return <AfterLessons packageId={packageId} />;
  const label = enrollmentDate === null ? 'learning.start' : 'learning.continue';
  return (
    <NextUpBox
      what={intl.formatMessage({ id: `learning.next.${next.kind}` }, { time: formatDuration(intl, next.minutes) })}
      title={[next.number, next.title].filter(Boolean).join(' ')}
    >
      <Link className={buttonClass()} to={stepPath(packageId, next)}>
        <Play size={18} aria-hidden="true" />
        <FormattedMessage id={label} />
      </Link>
    </NextUpBox>
  );
}

function AfterLessons({ packageId }: { packageId: string }) {
  const intl = useIntl();
  const report = useCourseReport(packageId).data;
  if (report === undefined) return null;
  const { dives, divesVerified } = report;
  if (divesVerified < dives)
    return (
      <NextUpBox
        what={intl.formatMessage({ id: 'learning.next.dive' })}
        title={intl.formatMessage({ id: 'learning.next.dive_number' }, { number: divesVerified + 1, total: dives })}
      >
        <Link className={buttonClass()} to="/logbook/log-dive/select-course">
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

function NextUpBox({ what, title, children }: { what: string; title: string; children: ReactNode }) {
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
