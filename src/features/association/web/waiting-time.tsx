import { useIntl } from 'react-intl';
import { getWaitingTime } from '#platform/web/i18n/waiting-time.ts';

export function WaitingTime({ since, now }: { since: string; now: Date }) {
  const intl = useIntl();
  const { value, unit } = getWaitingTime(since, now);
  return (
    <time className="end" dateTime={since}>
      {intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'short' })}
    </time>
  );
}
