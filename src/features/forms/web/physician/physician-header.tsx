import { FormattedMessage, useIntl } from 'react-intl';
import { SentenceSpace } from '#platform/web/i18n/sentence-space.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import type { PhysicianPage } from '#features/forms/shared/physician-contract.ts';
import { formatDay } from '#platform/shared/format-day.ts';

export function PhysicianHeader({
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
            values={{ born: formatDay(intl, birthdate, 'medium'), age, signed: formatDay(intl, signedDate, 'medium') }}
          />
          <SentenceSpace />
          <FormattedMessage id="forms.physician.until" values={{ until: formatDay(intl, expiresDate, 'medium') }} />
        </>
      }
    />
  );
}
