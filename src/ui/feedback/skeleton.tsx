import type { ReactNode } from 'react';

type Size = number | string;

/** One piece of the shape of the real thing. */
export function Skeleton({ height, width = '100%' }: { height: Size; width?: Size }) {
  return <span className="skel" style={{ blockSize: height, inlineSize: width }} />;
}

/** As many rows of a list as are likely to come. */
export function SkeletonRows({ count, height }: { count: number; height: Size }) {
  return Array.from({ length: count }, (_, row) => <Skeleton key={row} height={height} />);
}

/** Wraps the pieces and says once, to a screen reader, that something is loading. */
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
