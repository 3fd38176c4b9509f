import { FormattedMessage, useIntl } from 'react-intl';
import type { ERecord } from '../../shared/record-contract.ts';
import { partsOf } from '../../shared/record-progress.ts';
import { RecordLine, RecordPart } from './record-part.tsx';
import { dayText } from './record-words.ts';

export function KnowledgePart({ record }: { record: ERecord }) {
  const intl = useIntl();
  return (
    <RecordPart title={<FormattedMessage id="learning.record.knowledge" />} count={partsOf(record).knowledge}>
      <ul>
        {record.knowledge.map(({ id, title, lessonsDone, lessonsTotal, doneDate, quizPercent }) => (
          <RecordLine
            key={id}
            isDone={doneDate !== null}
            isBegun={lessonsDone > 0}
            title={<bdi>{title}</bdi>}
            text={
              <>
                <FormattedMessage id="learning.record.lessons" values={{ done: lessonsDone, total: lessonsTotal }} />
                {quizPercent !== null && (
                  <>
                    {' · '}
                    <FormattedMessage
                      id="learning.record.quiz"
                      values={{ score: intl.formatNumber(quizPercent / 100, { style: 'percent' }) }}
                    />
                  </>
                )}
              </>
            }
            end={doneDate && <span className="num">{dayText(intl, doneDate)}</span>}
          />
        ))}
      </ul>
    </RecordPart>
  );
}

export function ExamPart({ record: { exam } }: { record: ERecord }) {
  const intl = useIntl();
  return (
    <RecordPart title={<FormattedMessage id="learning.record.exam" />}>
      <ul>
        <RecordLine
          isDone={exam?.isPassed === true}
          isBegun={exam !== null}
          title={
            <FormattedMessage
              id={`learning.record.${exam === null ? 'exam_missing' : exam.isPassed ? 'exam_passed' : 'exam_failed'}`}
            />
          }
          text={
            exam && (
              <FormattedMessage
                id="learning.record.exam_text"
                values={{
                  score: intl.formatNumber(exam.scorePercent / 100, { style: 'percent' }),
                  attempts: exam.attempts,
                }}
              />
            )
          }
          end={exam && <span className="num">{dayText(intl, exam.date)}</span>}
        />
      </ul>
    </RecordPart>
  );
}
