import { FormattedMessage, useIntl } from 'react-intl';
import { PageHead } from '../../../ui/page.tsx';
import type { PhysicianPage } from '../shared/physician-contract.ts';
import { dayText, plainDayText } from './forms-words.ts';

/** Who it is about, and until when an answer is taken. */
export function PhysicianHead({
  page: { diverName, birthdate, age, signedDate, expiresDate },
}: {
  page: PhysicianPage;
}) {
  const intl = useIntl();
  return (
    <PageHead
      eyebrow={<FormattedMessage id="forms.physician.eyebrow" />}
      title={<FormattedMessage id="forms.physician.title" values={{ name: <bdi>{diverName}</bdi> }} />}
      text={
        <>
          <FormattedMessage
            id="forms.physician.about"
            values={{ born: plainDayText(intl, birthdate), age, signed: dayText(intl, signedDate) }}
          />{' '}
          <FormattedMessage id="forms.physician.until" values={{ until: dayText(intl, expiresDate) }} />
        </>
      }
    />
  );
}
