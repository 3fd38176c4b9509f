import { FormattedMessage, useIntl } from 'react-intl';
import type { Signature } from '#features/learning/shared/record-contract.ts';
import { formatDay } from './record-format.ts';

export function SignatureText({ signature: { name, date } }: { signature: Signature }) {
  const intl = useIntl();
  return (
    <span className="signed">
      <span className="vh">
        <FormattedMessage id="learning.record.signed_by" />{' '}
      </span>
      <b>
        <bdi>{name}</bdi>
      </b>{' '}
      <span className="num">{formatDay(intl, date)}</span>
    </span>
  );
}
