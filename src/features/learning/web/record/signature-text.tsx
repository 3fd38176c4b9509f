import { FormattedMessage, useIntl } from 'react-intl';
import type { Signature } from '#features/learning/shared/record-contract.ts';
import { formatDay } from '#platform/shared/format-day.ts';

export function SignatureText({ signature: { name, date } }: { signature: Signature }) {
  const intl = useIntl();
  return (
    <span>
      <span className="vh">
        <FormattedMessage id="learning.record.signed_by" />{' '}
      </span>
      <b className="me-1 text-ink">
        <bdi>{name}</bdi>
      </b>{' '}
      <span className="num whitespace-nowrap">{formatDay(intl, date, 'medium')}</span>
    </span>
  );
}
