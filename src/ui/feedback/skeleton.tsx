import type { ReactNode } from 'react';

type Size = number | string;

/** A placeholder block with the size of the loading content. */
export function Skeleton({ height, width = '100%' }: { height: Size; width?: Size }) {
  return (
    <span
      data-part="skeleton"
      className="block animate-[swell_1.8s_ease-in-out_infinite_alternate] rounded-in bg-sunken forced-colors:border"
      style={{ blockSize: height, inlineSize: width }}
    />
  );
}

/** Placeholders for the rows of a list. */
export function SkeletonRows({ count, height }: { count: number; height: Size }) {
  return Array.from({ length: count }, (_, row) => <Skeleton key={row} height={height} />);
}

/** Wraps placeholders and announces once to screen readers that content is loading. */
export function SkeletonGroup({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div aria-live="polite" aria-busy="true" className={className}>
      <span className="vh">{label}</span>
      <div aria-hidden="true" style={{ display: 'contents' }}>
        {children}
      </div>
    </div>
  );
}
