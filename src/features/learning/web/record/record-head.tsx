import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { BackLink } from '#ui/layout/back-link.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import type { ERecord } from '#features/learning/shared/record-contract.ts';
import { getRecordParts, getCompletionShare } from '#features/learning/shared/record-progress.ts';
import { formatShare } from '#features/learning/web/format.ts';

interface RecordHeadProps {
  record: ERecord;
  back: { to: string; text: ReactNode };
  children: ReactNode;
}

export function RecordHead({ record, back, children }: RecordHeadProps) {
  const intl = useIntl();
  const share = formatShare(intl, getCompletionShare(getRecordParts(record)));
  return (
    <PageHead
      align="center"
      endClassName="max-sm:w-full max-sm:justify-between"
      back={<BackLink to={back.to}>{back.text}</BackLink>}
      eyebrow={<FormattedMessage id="learning.record.of_person" values={{ name: <bdi>{record.student.name}</bdi> }} />}
      title={<bdi>{record.title}</bdi>}
      text={<RemainingText record={record} />}
      end={
        <>
          <span className="grid justify-items-center gap-1 text-sm text-ink-2">
            <ProgressRing
              size={64}
              share={getCompletionShare(getRecordParts(record))}
              text={share}
              label={intl.formatMessage({ id: 'learning.record.share' }, { share })}
            />
            {/* Lists of courses show the share of the lessons only. */}
            <FormattedMessage id="learning.record.share_of" />
          </span>
          {children}
        </>
      }
    />
  );
}

/** For example `Left: 12 lessons, 3 skills, 2 dives and the exam`. */
function RemainingText({ record }: { record: ERecord }) {
  const intl = useIntl();
  const { knowledge, confined, openWater, exam } = getRecordParts(record);
  const left = (part: { done: number; total: number }) => part.total - part.done;
  const parts = [
    [left(knowledge), 'left_lessons'],
    [left(confined), 'left_skills'],
    [left(openWater), 'left_dives'],
    [left(exam), 'left_exam'],
  ] as const;
  const texts = parts
    .filter(([count]) => count > 0)
    .map(([count, id]) => intl.formatMessage({ id: `learning.record.${id}` }, { count }));
  if (texts.length === 0) return <FormattedMessage id="learning.record.all_done" />;
  return <FormattedMessage id="learning.record.left" values={{ things: intl.formatList(texts) }} />;
}
