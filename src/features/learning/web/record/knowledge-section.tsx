import { FormattedMessage, useIntl } from 'react-intl';
import type { CourseRecord } from '#features/learning/shared/record-contract.ts';
import { getRecordParts } from '#features/learning/shared/record-progress.ts';
import { RecordRow, RecordSection } from './record-section.tsx';
import { formatDay } from '#platform/shared/format-day.ts';

export function KnowledgeSection({ record }: { record: CourseRecord }) {
  const intl = useIntl();
  return (
    <RecordSection title={<FormattedMessage id="learning.record.knowledge" />} count={getRecordParts(record).knowledge}>
      <ul>
        {record.knowledge.map(({ id, title, lessonsDone, lessonsTotal, doneDate, quizPercent }) => (
          <RecordRow
            key={id}
            isDone={doneDate !== null}
            isStarted={lessonsDone > 0}
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
            end={doneDate && <span className="num">{formatDay(intl, doneDate, 'medium')}</span>}
          />
        ))}
      </ul>
    </RecordSection>
  );
}

export function ExamSection({ record: { exam } }: { record: CourseRecord }) {
  const intl = useIntl();
  return (
    <RecordSection title={<FormattedMessage id="learning.record.exam" />}>
      <ul>
        <RecordRow
          isDone={exam?.isPassed === true}
          isStarted={exam !== null}
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
          end={exam && <span className="num">{formatDay(intl, exam.date, 'medium')}</span>}
        />
      </ul>
    </RecordSection>
  );
}
