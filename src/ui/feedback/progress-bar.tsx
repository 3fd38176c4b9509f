const bar =
  'h-2 w-full appearance-none overflow-hidden rounded-full bg-line text-accent forced-colors:border [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent forced-colors:[&::-webkit-progress-value]:bg-[Highlight] forced-colors:[&::-webkit-progress-value]:forced-color-adjust-none forced-colors:[&::-moz-progress-bar]:bg-[Highlight] forced-colors:[&::-moz-progress-bar]:forced-color-adjust-none';

/** A progress bar in percent. */
export function ProgressBar({ percent, labelledBy }: { percent: number; labelledBy: string }) {
  return <progress className={bar} max={100} value={percent} aria-labelledby={labelledBy} />;
}
