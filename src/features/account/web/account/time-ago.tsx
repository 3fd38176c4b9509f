import { useState } from 'react';
import { useIntl } from 'react-intl';
import { timeSince } from './time-since.ts';

/** "3 hours ago", and the date once that is long past. */
export function TimeAgo({ at }: { at: string }) {
  const intl = useIntl();
  const [now] = useState(() => new Date());
  const since = timeSince(at, now);
  return (
    <time dateTime={at}>
      {since === null
        ? intl.formatDate(at, { dateStyle: 'medium' })
        : // Its component counts on by itself, and would be in the first file of every page.
          intl.formatRelativeTime(since.value, since.unit, { numeric: 'auto' })}
    </time>
  );
}
