import type { ReactNode } from 'react';
import { clsx } from 'clsx';

type ListProps = { className?: string; children: ReactNode };

/** A list with dividers. */
export function DividedList({ className, children }: ListProps) {
  return <ul className={clsx('*:border-line *:not-first:border-t', className)}>{children}</ul>;
}

/** A card with rows and dividers. */
export function Rows({ className, children }: ListProps) {
  return <DividedList className={clsx('card px-5', className)}>{children}</DividedList>;
}

type RowProps = {
  /** A Disc, ProgressRing or Avatar. */
  start?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  end?: ReactNode;
  /** Moves `end` below the text on phones. */
  wrapsOnPhone?: boolean;
};

/** The classes of a row, such as a list item or a link that makes the whole row clickable. */
export const rowClass = 'flex min-w-0 items-center gap-4 py-4 text-inherit no-underline';

/** The classes of a row's text: a title and lines below. */
export const rowText = 'min-w-0 [&>b]:block [&>b]:wrap-anywhere [&>span]:block [&>span]:text-sm [&>span]:text-ink-2';

/** The content of a row. */
export function RowContent({ start, title, text, end }: RowProps) {
  return (
    <>
      {start}
      <span className={clsx(rowText, 'flex-1')}>
        <b>{title}</b>
        {text && <span>{text}</span>}
      </span>
      {end}
    </>
  );
}

const wrapped = 'max-sm:flex-wrap max-sm:[&>:is(a,button):not(:first-child)]:flex-[1_0_100%]';

export function Row({ wrapsOnPhone = false, ...content }: RowProps) {
  return (
    <li className={clsx(rowClass, wrapsOnPhone && wrapped)}>
      <RowContent {...content} />
    </li>
  );
}

const discTones = {
  neutral: { text: 'text-ink-2', background: 'bg-sunken' },
  coral: { text: 'text-coral', background: 'bg-coral-soft' },
  accent: { text: 'text-accent-text', background: 'bg-accent-soft' },
  sand: { text: 'text-sand', background: 'bg-sand-soft' },
} as const;

type DiscProps = {
  tone?: 'coral' | 'accent' | 'sand';
  /** For a disc on a coloured background. */
  isRaised?: boolean;
  children: ReactNode;
};

export function Disc({ tone, isRaised = false, children }: DiscProps) {
  const { text, background } = discTones[tone ?? 'neutral'];
  return (
    <span
      data-part="disc"
      className={clsx(
        'grid size-11 flex-none place-items-center rounded-full forced-colors:border',
        text,
        isRaised ? 'bg-raised' : background,
      )}
      aria-hidden="true"
    >
      {children}
    </span>
  );
}
