import { useState } from 'react';
import { useIntl } from 'react-intl';
import { formatDay } from '#platform/shared/format-day.ts';
import { timeSince } from './time-since.ts';

/** "3 hours ago", or the date if it is longer ago. */
export function TimeAgo({ at }: { at: string }) {
  const intl = useIntl();
  const [now] = useState(() => new Date());
  const since = timeSince(at, now);
  return (
    <time dateTime={at}>
      {since === null
        ? formatDay(intl, at, 'medium')
        : // FormattedRelativeTime would add to the first bundle of every page.
          intl.formatRelativeTime(since.value, since.unit, { numeric: 'auto' })}
    </time>
  );
}
