import { useState } from 'react';
import { FormattedDate, FormattedRelativeTime } from 'react-intl';
import { timeSince } from './account-time.ts';

/** "3 hours ago", and the date once that is long past. */
export function Moment({ at }: { at: string }) {
  const [now] = useState(() => new Date());
  const since = timeSince(at, now);
  return (
    <time dateTime={at}>
      {since === null ? (
        <FormattedDate value={at} dateStyle="medium" />
      ) : (
        <FormattedRelativeTime {...since} numeric="auto" />
      )}
    </time>
  );
}
