import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** The portal's sidebar, the desk's sidebar, or the menu of a phone. */
export type NavPlace = 'sidebar' | 'desk' | 'drawer';

const labelClasses: Record<NavPlace, string> = {
  sidebar: 'border-e border-line ps-gutter pe-4 first:pt-0',
  desk: 'px-3 first:pt-0',
  drawer: 'px-5',
};

const linkClasses: Record<NavPlace, string> = {
  sidebar: 'min-h-10 gap-3 ps-gutter pe-2',
  desk: 'min-h-9 gap-2 rounded-in px-3',
  drawer: 'min-h-tap gap-3 px-5',
};

const currentLinkClasses: Record<NavPlace, string> = {
  // A dot on the line of the sidebar.
  sidebar:
    "after:absolute after:-end-1.5 after:top-[calc(50%-6px)] after:size-2.75 after:rounded-full after:bg-accent after:shadow-[0_0_0_4px_var(--bg)] after:content-[''] forced-colors:after:bg-[Highlight] forced-colors:after:forced-color-adjust-none",
  desk: 'bg-accent-soft',
  drawer: 'bg-hover',
};

/** Links with a heading. */
export function NavList({ place, label, children }: { place: NavPlace; label: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className={clsx('pt-4 pb-1 text-xs text-ink-3', labelClasses[place])}>{label}</p>
      <ul className={place === 'sidebar' ? 'relative border-e border-line' : undefined}>{children}</ul>
    </>
  );
}

export function navLinkClass(place: NavPlace, isCurrent: boolean): string {
  return clsx(
    'relative flex items-center text-sm no-underline',
    linkClasses[place],
    isCurrent
      ? ['font-strong text-ink forced-colors:[text-decoration:underline_3px_Highlight]', currentLinkClasses[place]]
      : 'text-ink-2 hover:text-ink',
  );
}

export function navIconClass(place: NavPlace, isCurrent: boolean): string {
  return isCurrent && place !== 'desk' ? 'text-accent-text' : '';
}
