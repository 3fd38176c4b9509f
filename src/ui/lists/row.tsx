import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

/** Rows with hairlines between, on a card of their own. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="rows card px-5">{children}</ul>;
}

type RowProps = {
  /** A Disc, a Ring or an Avatar. */
  start?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  end?: ReactNode;
  /** A button at the end goes below on a phone. */
  wrapsOnPhone?: boolean;
};

/** What stands inside a row; wrap it in the link of the router (class `row`) when the whole row leads somewhere. */
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
