/** A progress bar in percent. */
export function ProgressBar({ percent, labelledBy }: { percent: number; labelledBy: string }) {
  return <progress className="progress" max={100} value={percent} aria-labelledby={labelledBy} />;
}
