import { CalendarDays, Flag, Store, UserRoundCheck } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { instructorName } from '#features/logbook/shared/instructor-name.ts';
import type { ERecord } from '#features/learning/shared/record-contract.ts';
import { formatDay } from '#platform/shared/format-day.ts';

export function RecordFacts({ record, change }: { record: ERecord; change?: ReactNode }) {
  const intl = useIntl();
  const { instructor, storeName, enrollmentDate, completedDate } = record;
  return (
    <PageSection title={<FormattedMessage id="learning.record.facts" />}>
      <Rows>
        <Row
          wrapsOnPhone
          start={
            <Disc {...(instructor && { tone: 'accent' as const })}>
              <UserRoundCheck size={20} />
            </Disc>
          }
          title={
            instructor ? (
              <bdi>{instructorName(instructor, currentLocale())}</bdi>
            ) : (
              <FormattedMessage id="learning.record.no_instructor" />
            )
          }
          text={
            instructor && (
              <FormattedMessage
                id="learning.record.instructor_number"
                values={{ number: String(instructor.memsys_member_number) }}
              />
            )
          }
          end={change}
        />
        {storeName && (
          <Row
            start={
              <Disc>
                <Store size={20} />
              </Disc>
            }
            title={<bdi>{storeName}</bdi>}
            text={<FormattedMessage id="learning.record.fact.store" />}
          />
        )}
        {enrollmentDate && (
          <Row
            start={
              <Disc>
                <CalendarDays size={20} />
              </Disc>
            }
            title={<span className="num">{formatDay(intl, enrollmentDate, 'medium')}</span>}
            text={<FormattedMessage id="learning.record.fact.begun" />}
          />
        )}
        {completedDate && (
          <Row
            start={
              <Disc tone="accent">
                <Flag size={20} />
              </Disc>
            }
            title={<span className="num">{formatDay(intl, completedDate, 'medium')}</span>}
            text={<FormattedMessage id="learning.record.fact.completed" />}
          />
        )}
      </Rows>
    </PageSection>
  );
}
