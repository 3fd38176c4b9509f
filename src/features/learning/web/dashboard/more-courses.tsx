import { Play } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { currentToken } from '#platform/web/session/session.ts';
import type { Offer } from '#features/learning/shared/codes-contract.ts';
import type { CourseCard, Specialty } from '#features/learning/shared/course-contract.ts';
import { formatDuration } from '#features/learning/web/format.ts';
import { QuerySection, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { coursePath, lessonPath } from '#features/learning/shared/player-paths.ts';
import { useOffers, useOtherCourses, useRecommendedCourses, useSpecialties } from '#features/learning/web/queries.ts';
import { useAllCourses } from './dashboard-queries.ts';

/** Courses beyond the person's own. Shown below the fold, so it is loaded last. */
export function MoreCourses({ hasDemos = true }: { hasDemos?: boolean }) {
  return (
    <>
      <Offers />
      <OtherCourses />
      <Videos />
      {hasDemos && <DemoCourses />}
    </>
  );
}

export function AllCourses() {
  return (
    <QuerySection title="learning.more.all" query={useAllCourses()} skeleton={<RowsSkeleton rows={1} height={150} />}>
      {(courses) => <CourseCards courses={courses} />}
    </QuerySection>
  );
}

function Offers() {
  return (
    <QuerySection
      title="learning.more.offers"
      query={useOffers(currentToken()?.sub ?? '')}
      skeleton={<RowsSkeleton rows={1} height={150} />}
      isEmpty={(offers) => offers.length === 0}
    >
      {(offers) => (
        <ul className="course-cards">
          {offers.map((offer) => (
            <OfferItem key={offer.packageId} offer={offer} />
          ))}
        </ul>
      )}
    </QuerySection>
  );
}

function OfferItem({ offer: { packageId, title, summary, reason } }: { offer: Offer }) {
  return (
    <li className="card course-card">
      <span className="text-sm text-accent-text">
        <FormattedMessage id={`learning.more.${reason}`} />
      </span>
      <h3>
        <Link to={coursePath(packageId)} dir="auto">
          {title}
        </Link>
      </h3>
      <p dir="auto">{summary}</p>
    </li>
  );
}

/** Recommended courses first; courses that are already offered above are left out. */
function OtherCourses() {
  const offers = useOffers(currentToken()?.sub ?? '').data ?? [];
  const recommended = useRecommendedCourses().data ?? [];
  const other = useOtherCourses();
  const offered = new Set(offers.map(({ packageId }) => packageId));
  const first = new Set(recommended.map(({ packageId }) => packageId));
  const rank = ({ packageId }: CourseCard) => (first.has(packageId) ? 0 : 1);
  const left = (courses: readonly CourseCard[]) =>
    courses.filter(({ packageId }) => !offered.has(packageId)).toSorted((a, b) => rank(a) - rank(b));
  return (
    <QuerySection
      title="learning.more.other"
      query={other}
      skeleton={<RowsSkeleton rows={1} height={150} />}
      isEmpty={(courses) => left(courses).length === 0}
    >
      {(courses) => <CourseCards courses={left(courses)} recommended={first} />}
    </QuerySection>
  );
}

function DemoCourses() {
  return (
    <QuerySection
      title="learning.more.demos"
      query={useAllCourses()}
      skeleton={<RowsSkeleton rows={1} height={150} />}
      isEmpty={(courses) => courses.every(({ kind }) => kind !== 'demo')}
    >
      {(courses) => <CourseCards courses={courses.filter(({ kind }) => kind === 'demo')} />}
    </QuerySection>
  );
}

function CourseCards({ courses, recommended }: { courses: readonly CourseCard[]; recommended?: ReadonlySet<string> }) {
  const intl = useIntl();
  return (
    <ul className="course-cards">
      {courses.map(({ packageId, title, summary, minutes, lessons }) => (
        <li key={packageId} className="card course-card">
          {recommended?.has(packageId) && (
            <span className="text-sm text-accent-text">
              <FormattedMessage id="learning.more.recommended" />
            </span>
          )}
          <h3>
            <Link to={coursePath(packageId)} dir="auto">
              {title}
            </Link>
          </h3>
          <p dir="auto">{summary}</p>
          <span className="text-sm text-ink-3">
            <FormattedMessage id="learning.more.facts" values={{ lessons, time: formatDuration(intl, minutes) }} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Each poster opens the lesson that contains the video. */
function Videos() {
  return (
    <QuerySection
      title="learning.more.videos"
      query={useSpecialties()}
      skeleton={<RowsSkeleton rows={1} height={180} />}
      isEmpty={(list) => list.every(({ videos }) => videos.length === 0)}
    >
      {(list) => (
        <ul className="posters">
          {list
            .flatMap(({ videos }) => videos)
            .map((video) => (
              <Poster key={`${video.packageId}/${video.lesson}/${video.url}`} video={video} />
            ))}
        </ul>
      )}
    </QuerySection>
  );
}

function Poster({ video }: { video: Specialty['videos'][number] }) {
  return (
    <li>
      <Link className="poster" to={lessonPath(video.packageId, video.lesson)}>
        <span className="frame-of-video">
          {video.poster && <img src={video.poster} alt="" loading="lazy" />}
          <span className="play">
            <Play size={20} aria-hidden="true" />
          </span>
        </span>
        <b dir="auto">{video.title}</b>
        <span className="text-sm text-ink-2" dir="auto">
          {video.courseTitle}
        </span>
      </Link>
    </li>
  );
}
