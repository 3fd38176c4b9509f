import { FormattedMessage, useIntl } from 'react-intl';
import { PageSection } from '../../../../ui/page.tsx';
import { useAssessmentResults } from '../queries.ts';
import { RecordLine } from './record-part.tsx';
import { dayText } from './record-words.ts';

/** What the student handed in, the newest first. */
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
        <ul className="record card record-part">
          {data.results.map((result) => (
            <RecordLine
              key={result.id}
              isDone={result.isPassed}
              isBegun
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
                  {dayText(intl, result.handedInDate)}
                </span>
              }
            />
          ))}
        </ul>
      )}
    </PageSection>
  );
}
