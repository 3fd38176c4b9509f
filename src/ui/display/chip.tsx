import { BadgeCheck, Check, Hourglass, PencilLine, Undo2 } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';

const icons = { draft: PencilLine, pending: Hourglass, verified: BadgeCheck, returned: Undo2, logged: Check } as const;

export type ChipStatus = keyof typeof icons;

const colours: Record<ChipStatus, string> = {
  draft: 'text-ink-2',
  pending: 'bg-sand-soft text-sand',
  verified: 'bg-accent-soft text-accent-text',
  returned: 'bg-coral-soft text-coral',
  logged: 'bg-sunken text-ink-2',
};
const chosenEdge = 'border-current shadow-[inset_0_0_0_1px_currentcolor] forced-colors:border-3';

/** Text and icon convey the status; colour is secondary. Without a status it is a neutral label. */
export function Chip({
  status,
  hasIcon = true,
  size = 'md',
  isChosen = false,
  className,
  children,
}: {
  status?: ChipStatus;
  hasIcon?: boolean;
  size?: 'md' | 'lg';
  /** Marks the active filter. */
  isChosen?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const Icon = status && hasIcon ? icons[status] : undefined;
  return (
    <span
      data-part="chip"
      className={clsx(
        'inline-flex min-w-0 shrink-0 [:where(&)]:max-w-full items-center gap-[5px] rounded-[16px] font-strong',
        size === 'lg'
          ? 'min-h-8 ps-2.5 pe-3.5 text-sm/(--l-xs)'
          : clsx('min-h-[26px] text-xs', Icon ? 'ps-2 pe-2.5' : 'px-[9px]'),
        colours[status ?? 'logged'],
        status === 'draft' ? 'border-[1.5px] border-dashed' : 'border',
        isChosen
          ? chosenEdge
          : status === 'draft'
            ? 'border-line-2'
            : 'border-transparent forced-colors:border-current',
        className,
      )}
    >
      {Icon && <Icon size={14} aria-hidden="true" className={status === 'returned' ? 'flip' : ''} />}
      <span className="num max-w-52 min-w-0 wrap-break-word">{children}</span>
    </span>
  );
}
