import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { formatDateTime } from '#platform/shared/format-day.ts';

/** Dated entries: the date, and the text beside it. */
export function Timeline({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 text-xs wrap-anywhere text-ink-2">{children}</ul>
  );
}

export function TimelineItem({ date, children }: { date: string; children: ReactNode }) {
  const intl = useIntl();
  return (
    <li className="col-span-full grid grid-cols-subgrid py-1">
      <time className="num" dateTime={date}>
        {formatDateTime(intl, date)}
      </time>
      <div className="min-w-0">{children}</div>
    </li>
  );
}
