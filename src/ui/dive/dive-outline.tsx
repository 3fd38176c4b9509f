import { memo } from 'react';
import { DepthBar } from './depth-bar.tsx';
import { DiveProfile } from './dive-profile.tsx';

type DiveOutlineProps = {
  /** Depths from 0 to 1 at equal intervals, where 1 is the deepest point; null without a recording. */
  depths: readonly number[] | null;
  depthM: number;
  scaleDepthM: number;
  height?: number | string;
};

/** The shape of a recorded dive, or a bar of its depth. Decorative: the numbers beside it carry the information. */
export const DiveOutline = memo(function DiveOutline({ depths, depthM, scaleDepthM, height }: DiveOutlineProps) {
  const size = height === undefined ? {} : { height };
  if (depths === null) return <DepthBar depthM={depthM} scaleDepthM={scaleDepthM} {...size} />;
  const last = depths.length - 1;
  const samples = [
    { timeMin: 0, depthM: 0 },
    ...depths.map((depth, index) => ({ timeMin: (index + 0.5) / last, depthM: depth * depthM })),
    { timeMin: (last + 1) / last, depthM: 0 },
  ];
  return <DiveProfile samples={samples} scaleDepthM={scaleDepthM} label="" {...size} />;
});
