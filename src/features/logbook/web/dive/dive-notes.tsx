import { Store, UserRoundCheck } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { getInitials } from '#platform/web/i18n/initials.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { instructorName } from '#features/logbook/shared/instructor-name.ts';

export function DiveNotes({ log: { experiences } }: { log: DiveLog }) {
  const { notes, feeling } = experiences[0] ?? {};
  if (!notes && !feeling) return null;
  return (
    <PageSection
      title={<FormattedMessage id="logbook.dive.notes" />}
      {...(feeling && {
        end: (
          <Chip>
            <FormattedMessage id={`logbook.feeling.${feeling}`} />
          </Chip>
        ),
      })}
    >
      {notes && (
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {notes}
        </p>
      )}
    </PageSection>
  );
}

/** Instructor, buddies and dive center. */
export function DivePeople({
  log: { experiences, instructor },
  isCompact = false,
}: {
  log: DiveLog;
  isCompact?: boolean;
}) {
  const intl = useIntl();
  const { buddies, dive_center: center } = experiences[0] ?? {};
  if (!buddies?.length && !center && instructor === null) return null;
  return (
    <PageSection title={<FormattedMessage id="logbook.dive.with" />}>
      <Rows className={isCompact ? 'border-0' : ''}>
        {instructor && (
          <Row
            start={
              <Disc tone="accent">
                <UserRoundCheck size={20} />
              </Disc>
            }
            title={<bdi>{instructorName(instructor, currentLocale())}</bdi>}
            text={intl.formatMessage({ id: 'logbook.dive.instructor' }, { number: instructor.memsys_member_number })}
          />
        )}
        {buddies?.map((buddy) => (
          <Row
            key={buddy}
            start={<Avatar size="lg" initials={getInitials(buddy)} />}
            title={<bdi>{buddy}</bdi>}
            text={<FormattedMessage id="logbook.dive.buddy" />}
          />
        ))}
        {center && (
          <Row
            start={
              <Disc>
                <Store size={20} />
              </Disc>
            }
            title={<bdi>{center}</bdi>}
            text={<FormattedMessage id="logbook.dive.center" />}
          />
        )}
      </Rows>
    </PageSection>
  );
}
