import type { ReactNode } from 'react';
import { clsx } from 'clsx';

const titleColumn =
  'grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] [&_p>span]:min-w-0 [&_p>span]:overflow-x-clip [&_p>span]:text-ellipsis [&_p>span]:whitespace-nowrap [&_p>svg]:size-[15px]';

type TaskBarProps = {
  close: ReactNode;
  title: ReactNode;
  state: ReactNode;
  end?: ReactNode;
  /** False on a page without gutter. */
  hasGutter?: boolean;
};

/** The top bar of a task on phones, with close button, title and save state. It replaces the bars of the app frame. */
export function TaskBar({ close, title, state, end, hasGutter = true }: TaskBarProps) {
  return (
    <div
      data-part="task-bar"
      className={clsx(
        'only-phone sticky top-0 z-header flex h-header items-center gap-1 border-b border-line bg-surface px-1',
        hasGutter && '-mx-gutter',
      )}
    >
      {close}
      <div className={titleColumn}>
        {/* The page has its own h1, so the visible copy is hidden from screen readers. */}
        <b
          className="min-w-0 overflow-x-clip leading-[22px] font-title text-ellipsis whitespace-nowrap"
          aria-hidden="true"
        >
          {title}
        </b>
        {state}
      </div>
      {end}
    </div>
  );
}

/** The page head of a task. On phones the task bar shows its title. */
export function TaskHead({ className, children }: { className: string; children: ReactNode }) {
  return <div className={clsx('max-lg:pt-4 max-lg:[&_h1:not(:focus-visible)]:sr-only', className)}>{children}</div>;
}

/** The side column of a task, which stays visible beside it from 1280 px. */
export function TaskAside({ isWideOnly = false, children }: { isWideOnly?: boolean; children: ReactNode }) {
  return (
    <aside
      data-part="task-aside"
      className={clsx('grid gap-4 xl:sticky xl:top-[calc(var(--header)+40px)]', isWideOnly && 'only-wide')}
    >
      {children}
    </aside>
  );
}
