import type { ReactNode } from 'react';
import { clsx } from 'clsx';

export type DrawingProps = { width?: number; className?: string };

type FrameProps = DrawingProps & { height: number; children: ReactNode };

/** The frame of every drawing: one line weight, one pale fill, one coral detail. It is decorative and has no label. */
export function Drawing({ width = 112, height, className, children }: FrameProps) {
  return (
    <svg
      className={clsx('draw', className)}
      width={width}
      height={Math.round((width * height) / 160)}
      viewBox={`0 0 160 ${height}`}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
