import type { TimeWindow } from './chart-points.ts';

/** The same sizes as those of the outline that is shown until the recording is loaded. */
const sizes = {
  wide: { width: 840, height: 300, start: 44, end: 12 },
  narrow: { width: 374, height: 236, start: 34, end: 8 },
} as const;
export type ChartSize = keyof typeof sizes;

const sea = 34;
const foot = 38;

export interface ChartScale {
  width: number;
  height: number;
  /** The edges of the water. */
  start: number;
  end: number;
  sea: number;
  bottom: number;
  toX: (timeS: number) => number;
  toY: (depthM: number) => number;
  /** The time at a share of the width, inside the window. */
  toTime: (share: number) => number;
}

export function createScale(size: ChartSize, window: TimeWindow, scaleM: number): ChartScale {
  const { width, height, start, end } = sizes[size];
  const spanS = Math.max(1, window.toS - window.fromS);
  const plotWidth = width - start - end;
  const bottom = height - foot;
  return {
    width,
    height,
    start,
    end: width - end,
    sea,
    bottom,
    toX: (timeS) => start + ((timeS - window.fromS) / spanS) * plotWidth,
    toY: (depthM) => sea + (depthM / scaleM) * (bottom - sea),
    toTime: (share) =>
      Math.min(window.toS, Math.max(window.fromS, window.fromS + ((share * width - start) / plotWidth) * spanS)),
  };
}

/** The space beside the water in percent of the width, for controls that are aligned with it. */
export function getPlotPadding(size: ChartSize): { paddingInlineStart: string; paddingInlineEnd: string } {
  const { width, start, end } = sizes[size];
  return { paddingInlineStart: `${(start / width) * 100}%`, paddingInlineEnd: `${(end / width) * 100}%` };
}
