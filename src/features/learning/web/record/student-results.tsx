import { FormattedMessage, useIntl } from 'react-intl';
import { PageSection } from '#ui/layout/page.tsx';
import { useAssessmentResults } from '#features/learning/web/queries.ts';
import { RecordRow } from './record-section.tsx';
import { formatDay } from '#platform/shared/format-day.ts';

export function StudentResults({ packageId, affiliateId }: { packageId: string; affiliateId: number }) {
  const intl = useIntl();
  const { data } = useAssessmentResults(packageId, affiliateId);
  if (data === undefined) return null;
  return (
    <PageSection title={<FormattedMessage id="learning.record.results" />}>
      {data.results.length === 0 ? (
        <p className="text-sm text-ink-2">
          <FormattedMessage id="learning.record.results_empty" />
        </p>
      ) : (
        <ul className="card @container px-4 py-5">
          {data.results.map((result) => (
            <RecordRow
              key={result.id}
              isDone={result.isPassed}
              isStarted
              title={
                <FormattedMessage
                  id={`learning.record.result_${result.kind}`}
                  values={{ section: <bdi>{result.sectionTitle}</bdi>, number: result.number }}
                />
              }
              text={
                <>
                  <FormattedMessage
                    id="learning.record.result_right"
                    values={{ right: result.rightCount, questions: result.questions }}
                  />
                  {result.lessons.length > 0 && (
                    <>
                      {' · '}
                      <FormattedMessage
                        id="learning.record.result_again"
                        values={{
                          lessons: (
                            <bdi>
                              {intl.formatList(result.lessons.map(({ number, title }) => `${number} ${title}`))}
                            </bdi>
                          ),
                        }}
                      />
                    </>
                  )}
                </>
              }
              end={
                <span className="num">
                  <b>{intl.formatNumber(result.scorePercent / 100, { style: 'percent' })}</b>{' '}
                  {formatDay(intl, result.handedInDate, 'medium')}
                </span>
              }
            />
          ))}
        </ul>
      )}
    </PageSection>
  );
}
