import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { Card } from '#ui/layout/card.tsx';
import type { CourseDetails, CourseView } from '#features/learning/shared/course-contract.ts';
import { formatDuration } from '#features/learning/web/format.ts';
import { QuerySection, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { useCourseDetails } from '#features/learning/web/queries.ts';

interface CourseFactsProps {
  course: CourseView;
  isOpen: boolean;
}

export function CourseFacts(props: CourseFactsProps) {
  return (
    <QuerySection
      title="learning.facts.title"
      query={useCourseDetails(props.course.packageId)}
      skeleton={<RowsSkeleton rows={1} height={200} />}
    >
      {(details) => <FactList {...props} details={details} />}
    </QuerySection>
  );
}

function FactList({ course, isOpen, details }: CourseFactsProps & { details: CourseDetails }) {
  const intl = useIntl();
  const { packageId, kind, level, cultures, enrollmentDate, completedDate } = course;
  const { minutes, lessons, questions, dives, certification } = details;
  const languages = cultures.map(
    (culture) => intl.formatDisplayName(culture.split('-')[0] ?? culture, { type: 'language' }) ?? culture,
  );
  const facts: [string, string | null][] = [
    ['level', intl.formatMessage({ id: `learning.level.${level}` })],
    // The duration of SCORM courses is unknown.
    ['time', minutes > 0 ? formatDuration(intl, minutes) : null],
    ['lessons', intl.formatNumber(lessons)],
    ['questions', questions > 0 ? intl.formatNumber(questions) : null],
    ['dives', dives > 0 ? intl.formatNumber(dives) : null],
    ['card', certification],
    ['languages', kind === 'scorm' ? null : intl.formatList(languages)],
    ['begun', enrollmentDate && formatDay(intl, enrollmentDate, 'long')],
    ['completed', completedDate && formatDay(intl, completedDate, 'long')],
  ];
  return (
    <Card>
      <dl className="num grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="contents">
                <dt>
                  <FormattedMessage id={`learning.facts.${name}` as MessageId} />
                </dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {isOpen && enrollmentDate !== null && (
        <p className="mt-5 flex flex-wrap gap-4 text-sm">
          <Link to={`/training/performance/${packageId}`}>
            <FormattedMessage id="learning.performance" />
          </Link>
          <Link to={`/training/eRecord/${packageId}`}>
            <FormattedMessage id="learning.record" />
          </Link>
        </p>
      )}
    </Card>
  );
}
