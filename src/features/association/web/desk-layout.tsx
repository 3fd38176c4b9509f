import { ArrowLeft } from '#ui/icons/icons.ts';
import type { ReactNode, Ref } from 'react';
import { clsx } from 'clsx';
import { LinkButton } from '#ui/buttons/button.tsx';

interface DeskPageProps {
  ref?: Ref<HTMLDivElement>;
  /** The columns of the list and the open item on wide screens. */
  columns?: string;
  /** Set when the open item replaces the list, on small screens. */
  isDetailAlone?: boolean;
  children: ReactNode;
}

/** A screen that fills the window: a list, and the open item beside it. */
export function DeskPage({ ref, columns, isDetailAlone = false, children }: DeskPageProps) {
  return (
    <div
      ref={ref}
      data-full-page=""
      className={clsx('group relative grid min-h-0 flex-1 grid-cols-1', columns)}
      data-open={isDetailAlone || undefined}
    >
      {children}
    </div>
  );
}

interface DeskListPaneProps {
  title: ReactNode;
  /** Beside the title: a count, a search or filters. */
  tools?: ReactNode;
  children: ReactNode;
}

export function DeskListPane({ title, tools, children }: DeskListPaneProps) {
  return (
    <section
      className="flex min-h-0 min-w-0 flex-col max-xl:group-data-open:hidden lg:bg-surface"
      aria-labelledby="queue-title"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-gutter pt-4 pb-3 lg:flex-nowrap lg:px-4 lg:py-3">
        <h1 className="max-w-full shrink-0 text-lg lg:max-w-1/2" id="queue-title" tabIndex={-1} data-page-title="">
          {title}
        </h1>
        {tools}
      </div>
      {children}
    </section>
  );
}

/** The classes of a search box among the tools of a list. */
export const deskSearch = 'flex-[1_1_100%] lg:max-w-80 lg:min-w-45 lg:flex-1';

/** The scrolling part of a list; dimmed while it shows outdated results. */
export const deskScroll = 'min-w-0 flex-1 bg-surface aria-busy:opacity-60 lg:overflow-auto';

export const detailPane = 'flex min-h-0 min-w-0 flex-col bg-surface lg:overflow-hidden xl:border-s xl:border-line';

interface DetailPaneProps {
  labelledBy?: string;
  className?: string;
  footer?: ReactNode;
  children: ReactNode;
}

/** The open item. */
export function DetailPane({ labelledBy, className, footer, children }: DetailPaneProps) {
  return (
    <section className={detailPane} aria-labelledby={labelledBy}>
      <div
        className={clsx(
          'relative flex flex-1 flex-col gap-4 px-gutter py-4 lg:overflow-auto lg:p-5 lg:pe-6',
          className,
        )}
      >
        {children}
      </div>
      {footer}
    </section>
  );
}

/** The decisions about the open item, and a hint below them. */
export function DetailFooter({ hint, children }: { hint: ReactNode; children: ReactNode }) {
  return (
    <footer
      className="sticky bottom-(--thumb) border-t border-line bg-surface px-gutter py-3 lg:static lg:py-4 lg:ps-5 lg:pe-6"
      data-sticky-bar=""
    >
      <div className="flex gap-2 *:min-w-0 *:flex-1 *:px-2">{children}</div>
      <p className="mt-2 text-xs text-ink-3">{hint}</p>
    </footer>
  );
}

interface BackButtonProps {
  className?: string;
  onBack: () => void;
  children: ReactNode;
}

/** Returns from the open item to the list on small screens. */
export function BackButton({ className, onBack, children }: BackButtonProps) {
  return (
    <LinkButton className={clsx('inline-flex min-h-tap-sm items-center gap-2 self-start', className)} onClick={onBack}>
      <ArrowLeft className="flip" size={18} aria-hidden="true" />
      {children}
    </LinkButton>
  );
}

/** A key on a button that has the same effect. */
export function ButtonKey({ name }: { name: string }) {
  return (
    <kbd className="only-wide border-current bg-transparent text-inherit" aria-hidden="true">
      {name}
    </kbd>
  );
}
