import { useIntl } from 'react-intl';
import { waitingTime } from '../../../platform/web/waiting-time.ts';

/** How long something has waited, at the end of its row. */
export function Waiting({ since, now }: { since: string; now: Date }) {
  const intl = useIntl();
  const { value, unit } = waitingTime(since, now);
  return (
    <time className="end" dateTime={since}>
      {intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'short' })}
    </time>
  );
}
