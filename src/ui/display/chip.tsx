import { BadgeCheck, Check, Hourglass, PencilLine, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';

const icons = { draft: PencilLine, pending: Hourglass, verified: BadgeCheck, returned: Undo2, logged: Check } as const;

export type ChipStatus = keyof typeof icons;

/** Text and icon convey the status; colour is secondary. Without a status it is a neutral label. */
export function Chip({
  status,
  hasIcon = true,
  children,
}: {
  status?: ChipStatus;
  hasIcon?: boolean;
  children: ReactNode;
}) {
  const Icon = status && hasIcon ? icons[status] : undefined;
  return (
    <span className={status ? `chip ${status}` : 'chip'}>
      {Icon && <Icon size={14} aria-hidden="true" className={status === 'returned' ? 'flip' : ''} />}
      <span className="num">{children}</span>
    </span>
  );
}
