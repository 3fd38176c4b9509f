import type { ReactNode } from 'react';

export type DrawingProps = { width?: number };

/** The frame of every drawing: one line weight, one pale fill, one coral detail. It is decorative and has no label. */
export function Drawing({ width = 112, height, children }: DrawingProps & { height: number; children: ReactNode }) {
  return (
    <svg
      className="draw"
      width={width}
      height={Math.round((width * height) / 160)}
      viewBox={`0 0 160 ${height}`}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
