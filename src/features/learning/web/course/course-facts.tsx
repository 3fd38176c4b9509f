import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import type { CourseView } from '#features/learning/shared/course-contract.ts';
import { formatDate, formatDuration } from '#features/learning/web/format.ts';
import { hasFailed, LoadError, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { useCourseDetails } from '#features/learning/web/queries.ts';

export function CourseFacts({ course, isOpen }: { course: CourseView; isOpen: boolean }) {
  const intl = useIntl();
  const { packageId, kind, level, cultures, enrollmentDate, completedDate } = course;
  const query = useCourseDetails(packageId);
  const languages = cultures.map(
    (culture) => intl.formatDisplayName(culture.split('-')[0] ?? culture, { type: 'language' }) ?? culture,
  );
  if (query.data === undefined)
    return (
      <PageSection title={<FormattedMessage id="learning.facts.title" />}>
        {hasFailed(query) ? <LoadError query={query} level={3} /> : <RowsSkeleton rows={1} height={200} />}
      </PageSection>
    );
  const { minutes, lessons, questions, dives, certification } = query.data;
  const facts: [string, string | null][] = [
    ['level', intl.formatMessage({ id: `learning.level.${level}` })],
    // The duration of SCORM courses is unknown.
    ['time', minutes > 0 ? formatDuration(intl, minutes) : null],
    ['lessons', intl.formatNumber(lessons)],
    ['questions', questions > 0 ? intl.formatNumber(questions) : null],
    ['dives', dives > 0 ? intl.formatNumber(dives) : null],
    ['card', certification],
    ['languages', kind === 'scorm' ? null : intl.formatList(languages)],
    ['begun', enrollmentDate && formatDate(intl, enrollmentDate)],
    ['completed', completedDate && formatDate(intl, completedDate)],
  ];
  return (
    <PageSection title={<FormattedMessage id="learning.facts.title" />}>
      <Card>
        <dl className="course-facts num">
          {facts.map(
            ([name, value]) =>
              value && (
                <div key={name} className="contents">
                  <dt>
                    <FormattedMessage id={`learning.facts.${name}`} />
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
    </PageSection>
  );
}
