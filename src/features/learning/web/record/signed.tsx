import { FormattedMessage, useIntl } from 'react-intl';
import type { Signature } from '../../shared/record-contract.ts';
import { dayText } from './record-words.ts';

/** Who signed, and when. The seal itself stands at the beginning of the line. */
export function Signed({ signature: { name, date } }: { signature: Signature }) {
  const intl = useIntl();
  return (
    <span className="signed">
      <span className="vh">
        <FormattedMessage id="learning.record.signed_by" />{' '}
      </span>
      <b>
        <bdi>{name}</bdi>
      </b>{' '}
      <span className="num">{dayText(intl, date)}</span>
    </span>
  );
}
