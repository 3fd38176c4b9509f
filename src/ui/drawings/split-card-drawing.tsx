import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

/** A card split at the waterline, for errors. */
export function SplitCardDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path className="w" d="M0 60h160v44a16 16 0 0 1-16 16H16a16 16 0 0 1-16-16Z" />
      <path className="s" d="M26 60V30a8 8 0 0 1 8-8h84a8 8 0 0 1 8 8v30" />
      <path className="s" d="M40 60v30a8 8 0 0 0 8 8h84a8 8 0 0 0 8-8V60" />
      <path d="M40 36h26M40 46h40" />
      <path d="M54 74h30M54 84h18" />
      <rect x="102" y="34" width="14" height="18" rx="3" />
      <path className="a" d="M4 60h152" strokeDasharray="2 6" />
    </Drawing>
  );
}
