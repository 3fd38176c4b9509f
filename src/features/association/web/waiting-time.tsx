import { useIntl } from 'react-intl';
import { getWaitingTime } from '#platform/web/i18n/waiting-time.ts';

export function WaitingTime({ since, now, className }: { since: string; now: Date; className?: string }) {
  const intl = useIntl();
  const { value, unit } = getWaitingTime(since, now);
  return (
    <time className={className} dateTime={since}>
      {intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'short' })}
    </time>
  );
}
