import { ChevronRight } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RowContent, rowClass } from '#ui/lists/row.tsx';

export function LinkRow({ to, ...content }: { to: string; start: ReactNode; title: ReactNode; text: ReactNode }) {
  return (
    <li>
      <Link className={rowClass} to={to}>
        <RowContent {...content} end={<ChevronRight size={20} className="flip" aria-hidden="true" />} />
      </Link>
    </li>
  );
}
