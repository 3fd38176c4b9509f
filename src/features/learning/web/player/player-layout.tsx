import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** Next to the content from 1280 px, below it otherwise. */
export function PlayerPanel(props: ComponentProps<'section'>) {
  return (
    <section
      {...props}
      data-part="panel"
      className="border-t border-line bg-surface px-gutter pt-6 pb-[calc(var(--tour)+120px)] lg:col-2 lg:flex lg:flex-col lg:p-8 xl:sticky xl:top-header xl:col-3 xl:h-[calc(100dvh-var(--header)-var(--tour))] xl:self-start xl:overflow-y-auto xl:border-s xl:border-t-0"
    />
  );
}

export function PanelActions({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx('flex flex-wrap gap-3 pt-6 *:last:flex-1 lg:mt-auto', className)}>{children}</div>;
}

/** Actions below the content; phones have them in the action bar. */
export function ContentActions({ children }: { children: ReactNode }) {
  return <div className="only-wide flex flex-wrap gap-3 pt-6 *:last:min-w-50">{children}</div>;
}

/** A button with only an icon in the action bar. The bar sets the width of its buttons by rules that come later. */
export const barIconButton = 'flex-[0_0_72px]!';
