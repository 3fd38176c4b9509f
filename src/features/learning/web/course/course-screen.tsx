import { Play } from '#ui/icons/icons.ts';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useParams } from 'react-router';
import { useCurrentChild } from '#platform/web/session/use-person-switch.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { PageColumns, PageHead, PageSection } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { CourseView } from '#features/learning/shared/course-contract.ts';
import { CourseAccess } from './course-access.tsx';
import { CourseFacts } from './course-facts.tsx';
import { CourseOutline } from './course-outline.tsx';
import { CourseInstructor } from './course-instructor.tsx';
import { ElearningStatus } from './elearning-status.tsx';
import { isCourseNotFound } from '#features/learning/web/is-course-not-found.ts';
import { formatDuration } from '#features/learning/web/format.ts';
import { CourseNotFound } from '#features/learning/web/course-not-found.tsx';
import { QuerySection } from '#features/learning/web/query-section.tsx';
import { Blocks } from '#features/learning/web/player/blocks.tsx';
import { getLanguageProps } from '#features/learning/web/player/content-language.tsx';
import { LanguageNotice } from '#features/learning/web/player/language-notice.tsx';
import { getLearnerId, stepPath } from '#features/learning/web/learner-paths.ts';
import { PackageContext } from '#features/learning/web/player/rich-text.tsx';
import {
  refreshLearning,
  useCourse,
  useCourseDetails,
  useElearning,
  useLearningUpdates,
} from '#features/learning/web/queries.ts';

export function CourseScreen() {
  useLearningUpdates();
  const { id = '' } = useParams();
  const query = useCourse(id);
  if (isCourseNotFound(query.error)) return <CourseNotFound id={id} />;
  return (
    <QueryView
      query={query}
      skeleton={<CourseSkeleton />}
      isCard
      renderFrame={(state) => (
        <>
          <PageHead title={<FormattedMessage id="shell.page.course" />} />
          <div className="mt-6">{state}</div>
        </>
      )}
    >
      {(course) => <Course course={course} />}
    </QueryView>
  );
}

function Course({ course }: { course: CourseView }) {
  const { packageId, title, summary, kind, isEntitled, culture } = course;
  const { lang } = getLanguageProps(culture);
  const isOpen = isEntitled || kind === 'demo';
  const isChild = getLearnerId() !== undefined;
  return (
    <>
      <PageHead
        eyebrow={isChild ? <ChildEyebrow /> : <CourseStatus course={course} />}
        title={<bdi lang={lang}>{title}</bdi>}
        text={
          <span dir="auto" lang={lang}>
            {summary}
          </span>
        }
        end={isOpen && <ContinueLink course={course} />}
      />
      {/* The language of SCORM packages is unknown. */}
      {kind !== 'scorm' && <LanguageNotice culture={culture} />}
      <PageColumns className="mt-6">
        <div>
          {!isOpen && (isChild ? <ChildElearning /> : <CourseAccess title={title} />)}
          {!isOpen && <CourseDescription packageId={packageId} culture={culture} />}
          <PageSection title={<FormattedMessage id="learning.course.outline" />}>
            <CourseOutline course={course} isOpen={isOpen} />
          </PageSection>
          {isOpen && <CourseDescription packageId={packageId} culture={culture} />}
        </div>
        <aside>
          {!isChild && <CourseFacts course={course} isOpen={isOpen} />}
          {!isChild && isEntitled && kind !== 'demo' && <CourseInstructor packageId={packageId} />}
        </aside>
      </PageColumns>
    </>
  );
}

function ChildEyebrow() {
  const child = useCurrentChild();
  return child && <bdi>{child.firstName}</bdi>;
}

/**
 * Polls until the e-learning is ready and then refreshes the course, because change events go only to the child's own
 * devices.
 */
function ChildElearning() {
  const { data } = useElearning(true);
  const isReady = data?.state === 'ready';
  useEffect(() => {
    if (isReady) refreshLearning();
  }, [isReady]);
  return <ElearningStatus />;
}

function CourseStatus({
  course: { isEntitled, kind, lessonsDone, lessonsTotal, minutesLeft, completedDate },
}: {
  course: CourseView;
}) {
  const intl = useIntl();
  if (completedDate !== null) return <FormattedMessage id="learning.course.standing_done" />;
  if (lessonsDone > 0)
    return (
      <FormattedMessage
        id="learning.course.standing"
        values={{ done: lessonsDone, total: lessonsTotal, time: formatDuration(intl, minutesLeft) }}
      />
    );
  return <FormattedMessage id={isEntitled || kind === 'demo' ? `learning.kind.${kind}` : 'learning.course.locked'} />;
}

function ContinueLink({ course: { packageId, next, lessonsDone } }: { course: CourseView }) {
  if (next === null) return null;
  return (
    <Link className={buttonClass()} to={stepPath(packageId, next)}>
      <Play size={18} aria-hidden="true" />
      <FormattedMessage id={lessonsDone === 0 ? 'learning.start' : 'learning.continue'} />
    </Link>
  );
}

function CourseDescription({ packageId, culture }: { packageId: string; culture: string }) {
  return (
    <QuerySection
      title="learning.course.about"
      query={useCourseDetails(packageId)}
      skeleton={<CourseSkeleton />}
      isEmpty={({ description }) => description.length === 0}
    >
      {({ description }) => (
        <div className="grid gap-4 max-w-[68ch]" {...getLanguageProps(culture)}>
          <PackageContext value={packageId}>
            <Blocks blocks={description} lesson="" />
          </PackageContext>
        </div>
      )}
    </QuerySection>
  );
}

function CourseSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'learning.loading' })} className="grid gap-3">
      <Skeleton height={24} width="70%" />
      <SkeletonRows count={3} height={56} />
    </SkeletonGroup>
  );
}
