import { FormattedMessage, useIntl } from 'react-intl';
import { ResultChip, ResultRow } from './result-row.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { Link } from 'react-router';
import { formatDay } from '#platform/shared/format-day.ts';
import type { QueryState } from '#platform/web/client/query-state.ts';
import type { AssessmentResults } from '#features/learning/shared/course-contract.ts';
import { QuerySection, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { lessonPath, testPath } from '#features/learning/shared/player-paths.ts';

type Result = AssessmentResults['results'][number];

export function ResultList({ packageId, query }: { packageId: string; query: QueryState<AssessmentResults> }) {
  return (
    <QuerySection
      title="learning.results.title"
      query={query}
      skeleton={<RowsSkeleton rows={3} />}
      isEmpty={({ results }) => results.length === 0}
    >
      {({ results }) => (
        <Rows>
          {results
            .toSorted((a, b) => b.handedInDate.localeCompare(a.handedInDate))
            .map((result) => (
              <ResultItem key={result.id} packageId={packageId} result={result} />
            ))}
        </Rows>
      )}
    </QuerySection>
  );
}

function ResultItem({ packageId, result }: { packageId: string; result: Result }) {
  const intl = useIntl();
  const { id, kind, section, sectionTitle, number, rightCount, questions, scorePercent, isPassed, handedInDate } =
    result;
  const name = intl.formatMessage({ id: `learning.test.${kind}` });
  return (
    <ResultRow
      title={
        <b dir="auto">
          <Link to={testPath(packageId, kind, section, id)}>
            {sectionTitle === ''
              ? name
              : intl.formatMessage({ id: 'learning.results.of' }, { name, section: sectionTitle })}
          </Link>
        </b>
      }
      chip={<ResultChip isPassed={isPassed} percent={scorePercent} />}
      facts={
        <>
          <span>
            <FormattedMessage id="learning.results.try" values={{ number }} />
          </span>
          {questions > 0 && (
            <span>
              <FormattedMessage id="learning.results.right" values={{ right: rightCount, total: questions }} />
            </span>
          )}
          <span>{formatDay(intl, handedInDate, 'long')}</span>
        </>
      }
    >
      {result.lessons.length > 0 && (
        <div className="flex text-sm flex-wrap gap-y-1 gap-x-4">
          <span className="text-ink-2">
            <FormattedMessage id="learning.results.again" />
          </span>
          {result.lessons.map((lesson) => (
            <Link key={lesson.id} to={lessonPath(packageId, lesson.id)} dir="auto">
              {lesson.number} {lesson.title}
            </Link>
          ))}
        </div>
      )}
    </ResultRow>
  );
}
