import { Hourglass, Info, TriangleAlert } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';

const icons = { note: Info, wait: Hourglass, alert: TriangleAlert } as const;

export type CalloutProps = {
  kind?: keyof typeof icons;
  icon?: ReactNode;
  /** Set it for a callout that appears later: a new element with its text is announced only as an alert. */
  isLive?: boolean;
  children: ReactNode;
};

const colours = {
  note: 'bg-accent-soft [&>svg]:text-accent-text',
  wait: 'bg-sand-soft [&>svg]:text-sand',
  alert: 'bg-coral-soft [&>svg]:text-coral',
} as const;

/** The classes of a box with an icon and a text. */
export function calloutClass(kind: keyof typeof icons): string {
  return clsx(
    'flex gap-3 rounded-box p-4 [&_a:not([class])]:font-strong [&_a:not([class])]:text-inherit [&>svg]:mt-0.5 forced-colors:border',
    colours[kind],
  );
}

/** A highlighted message: a note, a pending state or an alert. */
export function Callout({ kind = 'note', icon, isLive = false, children }: CalloutProps) {
  const Icon = icons[kind];
  return (
    <div data-part="callout" className={calloutClass(kind)} role={isLive ? 'alert' : undefined}>
      {icon ?? <Icon size={20} aria-hidden="true" />}
      <div className="min-w-0 flex-1 text-sm [&_p+p]:mt-1">{children}</div>
    </div>
  );
}
