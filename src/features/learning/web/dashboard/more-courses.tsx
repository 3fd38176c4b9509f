import { Play } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { currentToken } from '#platform/web/session/session.ts';
import type { Offer } from '#features/learning/shared/codes-contract.ts';
import type { CourseCard, Specialty } from '#features/learning/shared/course-contract.ts';
import { formatDuration } from '#features/learning/web/format.ts';
import { QuerySection, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { coursePath, lessonPath } from '#features/learning/shared/player-paths.ts';
import { useOffers, useOtherCourses, useSpecialties } from '#features/learning/web/queries.ts';
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
        <CardGrid>
          {offers.map((offer, index) => (
            <OfferItem key={offer.packageId} offer={offer} isFirst={index === 0} />
          ))}
        </CardGrid>
      )}
    </QuerySection>
  );
}

/** Only one course is the next step. */
function OfferItem({ offer: { packageId, title, summary, reason }, isFirst }: { offer: Offer; isFirst: boolean }) {
  const label = isFirst ? ({ reason: `learning.more.${reason}` } as const) : {};
  return <CardItem packageId={packageId} title={title} summary={summary} {...label} />;
}

/** Courses that are already offered above are left out. */
function OtherCourses() {
  const offers = useOffers(currentToken()?.sub ?? '').data ?? [];
  const other = useOtherCourses();
  const offered = new Set(offers.map(({ packageId }) => packageId));
  const left = (courses: readonly CourseCard[]) => courses.filter(({ packageId }) => !offered.has(packageId));
  return (
    <QuerySection
      title="learning.more.other"
      query={other}
      skeleton={<RowsSkeleton rows={1} height={150} />}
      isEmpty={(courses) => left(courses).length === 0}
    >
      {(courses) => <CourseCards courses={left(courses)} />}
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

function CourseCards({ courses }: { courses: readonly CourseCard[] }) {
  const intl = useIntl();
  return (
    <CardGrid>
      {courses.map(({ packageId, title, summary, minutes, lessons }) => (
        <CardItem key={packageId} packageId={packageId} title={title} summary={summary}>
          <span className="text-sm text-ink-3">
            <FormattedMessage id="learning.more.facts" values={{ lessons, time: formatDuration(intl, minutes) }} />
          </span>
        </CardItem>
      ))}
    </CardGrid>
  );
}

/** Two in a row; the last of an odd number fills its row, so no card stands alone. */
function CardGrid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 sm:*:last:odd:col-span-full" data-part="cards">
      {children}
    </ul>
  );
}

type CardItemProps = Pick<CourseCard, 'packageId' | 'title' | 'summary'> & {
  reason?: MessageId;
  children?: ReactNode;
};

/** The link of the title covers the whole card and scrolls it into view, because the focus ring surrounds the card. */
function CardItem({ packageId, title, summary, reason, children }: CardItemProps) {
  return (
    <li className="card relative flex flex-col gap-1 p-5 hover:bg-hover has-focus-visible:outline-offset-(--focus-gap) has-focus-visible:[outline:var(--focus-ring)]">
      {reason && (
        <span className="text-sm text-accent-text">
          <FormattedMessage id={reason} />
        </span>
      )}
      <h3>
        <Link
          className="scroll-mt-6 scroll-mb-40 text-inherit no-underline outline-0 after:absolute after:inset-0 after:rounded-box"
          to={coursePath(packageId)}
          dir="auto"
        >
          {title}
        </Link>
      </h3>
      <p className="flex-1 text-sm text-ink-2" dir="auto">
        {summary}
      </p>
      {children}
    </li>
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
        <CardGrid>
          {list
            .flatMap(({ videos }) => videos)
            .map((video) => (
              <Poster key={`${video.packageId}/${video.lesson}/${video.url}`} video={video} />
            ))}
        </CardGrid>
      )}
    </QuerySection>
  );
}

function Poster({ video }: { video: Specialty['videos'][number] }) {
  return (
    <li>
      <Link className="grid text-inherit no-underline" to={lessonPath(video.packageId, video.lesson)}>
        <span className="grid relative place-items-center aspect-16/9 sm:in-[li:last-child:nth-child(odd)]:aspect-32/9 mb-2 border border-line rounded-box overflow-hidden bg-sunken">
          {video.poster && (
            <img className="size-full absolute inset-0 object-cover" src={video.poster} alt="" loading="lazy" />
          )}
          <span className="grid size-12 relative place-items-center rounded-full bg-raised text-accent-text">
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
