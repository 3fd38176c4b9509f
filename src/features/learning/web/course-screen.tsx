import './learning.css';
import { Play } from 'lucide-react';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useParams } from 'react-router';
import { useChild } from '../../../platform/web/person-switch.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { PageColumns, PageHead, PageSection } from '../../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import type { CourseView } from '../shared/course-contract.ts';
import { CourseAccess } from './course/course-access.tsx';
import { CourseFacts } from './course/course-facts.tsx';
import { CourseOutline } from './course/course-outline.tsx';
import { CourseTeacher } from './course/course-teacher.tsx';
import { ElearningState } from './elearning-state.tsx';
import { isNoCourse } from './is-no-course.ts';
import { durationText } from './learning-words.ts';
import { NoCourse } from './no-course.tsx';
import { hasFailed, LoadFailure } from './part.tsx';
import { Blocks } from './player/blocks.tsx';
import { languageOf } from './player/content-language.tsx';
import { LanguageNotice } from './player/language-notice.tsx';
import { learnerId, stepPath } from './learner.ts';
import { PackageContext } from './player/words.tsx';
import { refreshLearning, useCourse, useCourseDetails, useElearning, useLearningWatch } from './queries.ts';

/** What a course is, where somebody stands in it, and the way on. */
export function CourseScreen() {
  useLearningWatch();
  const { id = '' } = useParams();
  const query = useCourse(id);
  if (isNoCourse(query.error)) return <NoCourse id={id} />;
  if (query.data !== undefined) return <Course course={query.data} />;
  return (
    <>
      <PageHead title={<FormattedMessage id="shell.page.course" />} />
      <div className="mt-6">{hasFailed(query) ? <LoadFailure query={query} /> : <CourseSkeleton />}</div>
    </>
  );
}

function Course({ course }: { course: CourseView }) {
  const { packageId, title, summary, kind, isEntitled, culture } = course;
  const { lang } = languageOf(culture);
  const isOpen = isEntitled || kind === 'demo';
  const isChild = learnerId() !== undefined;
  return (
    <>
      <PageHead
        eyebrow={isChild ? <ChildEyebrow /> : <Standing course={course} />}
        title={<bdi lang={lang}>{title}</bdi>}
        text={
          <span dir="auto" lang={lang}>
            {summary}
          </span>
        }
        end={isOpen && <ContinueLink course={course} />}
      />
      {/* In which language an uploaded package speaks is not known. */}
      {kind !== 'scorm' && <LanguageNotice culture={culture} />}
      <PageColumns className="mt-6">
        <div>
          {!isOpen && (isChild ? <ChildElearning /> : <CourseAccess title={title} />)}
          {!isOpen && <About packageId={packageId} culture={culture} />}
          <PageSection title={<FormattedMessage id="learning.course.outline" />}>
            <CourseOutline course={course} isOpen={isOpen} />
          </PageSection>
          {isOpen && <About packageId={packageId} culture={culture} />}
        </div>
        <aside>
          {!isChild && <CourseFacts course={course} isOpen={isOpen} />}
          {!isChild && isEntitled && kind !== 'demo' && <CourseTeacher packageId={packageId} />}
        </aside>
      </PageColumns>
    </>
  );
}

/** A guardian sees whose course it is. */
function ChildEyebrow() {
  const child = useChild();
  return child && <bdi>{child.firstName}</bdi>;
}

/** Until the e-learning is ready. Then the course opens; the news of it goes to the child's own devices only. */
function ChildElearning() {
  const { data } = useElearning(true);
  const isReady = data?.state === 'ready';
  useEffect(() => {
    if (isReady) refreshLearning();
  }, [isReady]);
  return <ElearningState />;
}

function Standing({
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
        values={{ done: lessonsDone, total: lessonsTotal, time: durationText(intl, minutesLeft) }}
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

function About({ packageId, culture }: { packageId: string; culture: string }) {
  const query = useCourseDetails(packageId);
  if (query.data?.description.length === 0) return null;
  return (
    <PageSection title={<FormattedMessage id="learning.course.about" />}>
      {query.data ? (
        <div className="about" {...languageOf(culture)}>
          <PackageContext value={packageId}>
            <Blocks blocks={query.data.description} lesson="" />
          </PackageContext>
        </div>
      ) : hasFailed(query) ? (
        <LoadFailure query={query} level={3} />
      ) : (
        <CourseSkeleton />
      )}
    </PageSection>
  );
}

function CourseSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'learning.loading' })} className="grid gap-3">
      <Skeleton height={24} width="70%" />
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={56} />
      ))}
    </SkeletonGroup>
  );
}
