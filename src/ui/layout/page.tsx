import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

type PageHeadProps = {
  title: ReactNode;
  eyebrow?: ReactNode;
  /** A link to the parent page with the class `back`. */
  back?: ReactNode;
  text?: ReactNode;
  end?: ReactNode;
};

/** The page title takes the focus after a navigation (`[data-page-title]`). */
export function PageHead({ title, eyebrow, back, text, end }: PageHeadProps) {
  return (
    <div className="page-head">
      <div className="min-w-0">
        {back}
        {eyebrow && <span className="eyebrow">{eyebrow}</span>}
        <h1 tabIndex={-1} data-page-title="">
          {title}
        </h1>
        {text && <p className="text-sm text-ink-2">{text}</p>}
      </div>
      {end && <div className="end">{end}</div>}
    </div>
  );
}

type SectionHeadProps = { title: ReactNode; end?: ReactNode; id?: string };

function SectionHead({ title, end, id }: SectionHeadProps) {
  return (
    <div className="sec-head">
      <h2 id={id}>{title}</h2>
      {end && <div className="end">{end}</div>}
    </div>
  );
}

export function PageSection({ title, end, id, children }: SectionHeadProps & { children: ReactNode }) {
  return (
    <section className="sec">
      <SectionHead title={title} end={end} {...(id && { id })} />
      {children}
    </section>
  );
}

/** Content with a side column of 344 px from a width of 1280 px. */
export function PageColumns({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames('cols', className)}>{children}</div>;
}
