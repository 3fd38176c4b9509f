import type { ReactNode } from 'react';
import { clsx } from 'clsx';

type PageHeadProps = {
  title: ReactNode;
  eyebrow?: ReactNode;
  /** A `BackLink`. */
  back?: ReactNode;
  text?: ReactNode;
  end?: ReactNode;
  align?: keyof typeof alignments;
  className?: string;
  endClassName?: string;
};

/** The classes of a page with a single task, such as accepting an invitation. */
export const narrowPage = 'mx-auto grid max-w-140 grid-cols-1 gap-6';

/** The classes of the line above a title. */
export const eyebrowText = 'mb-1 block text-sm text-ink-2';

const alignments = { start: 'items-start', center: 'items-center', end: 'items-end' } as const;

/** The page title takes the focus after a navigation (`[data-page-title]`). */
export function PageHead({ title, eyebrow, back, text, end, align = 'end', className, endClassName }: PageHeadProps) {
  return (
    <div data-part="page-head" className={clsx('flex flex-wrap justify-between gap-4', alignments[align], className)}>
      <div className="min-w-0">
        {back}
        {eyebrow && <span className={eyebrowText}>{eyebrow}</span>}
        <h1 tabIndex={-1} data-page-title="">
          {title}
        </h1>
        {text && <p className="text-sm text-ink-2">{text}</p>}
      </div>
      {end && <div className={clsx('flex flex-wrap items-center gap-3', endClassName)}>{end}</div>}
    </div>
  );
}

type SectionHeadProps = { title: ReactNode; end?: ReactNode; id?: string };

function SectionHead({ title, end, id }: SectionHeadProps) {
  return (
    <div data-part="section-head" className="mb-3 flex flex-wrap items-center gap-x-3">
      <h2 id={id} className="min-w-0 flex-[1_1_10rem]">
        {title}
      </h2>
      {end && <div className="ms-auto max-w-full text-end text-(length:--t-sm)">{end}</div>}
    </div>
  );
}

type PageSectionProps = SectionHeadProps & {
  /** Replaces the margins between sections. */
  className?: string;
  children: ReactNode;
};

export const sectionMargin = 'mt-10 first:mt-0';

export function PageSection({ title, end, id, className = sectionMargin, children }: PageSectionProps) {
  return (
    <section className={className}>
      <SectionHead title={title} end={end} {...(id && { id })} />
      {children}
    </section>
  );
}

type PageColumnsProps = { isTight?: boolean; className?: string; children: ReactNode };

/** Content with a side column of 344 px from a width of 1280 px. */
export function PageColumns({ isTight = false, className, children }: PageColumnsProps) {
  return (
    <div
      className={clsx(
        'grid grid-cols-1 items-start xl:grid-cols-[minmax(0,1fr)_344px]',
        isTight ? 'gap-6' : 'gap-10 xl:gap-12',
        className,
      )}
    >
      {children}
    </div>
  );
}
