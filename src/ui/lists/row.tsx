import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

/** A card with rows and dividers. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="rows card px-5">{children}</ul>;
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

/** The content of a row; wrap it in a router link with the class `row` to make the whole row clickable. */
export function RowContent({ start, title, text, end }: RowProps) {
  return (
    <>
      {start}
      <span className="grow">
        <b>{title}</b>
        {text && <span>{text}</span>}
      </span>
      {end}
    </>
  );
}

export function Row({ wrapsOnPhone = false, ...content }: RowProps) {
  return (
    <li className={classNames('row', wrapsOnPhone && 'wrap-phone')}>
      <RowContent {...content} />
    </li>
  );
}

export function Disc({ tone, children }: { tone?: 'coral' | 'accent' | 'sand'; children: ReactNode }) {
  return (
    <span className={classNames('disc', tone)} aria-hidden="true">
      {children}
    </span>
  );
}
