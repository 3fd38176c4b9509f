import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function FishDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path className="w" d="M10 64c12-34 52-48 90-38s52 34 44 56-40 32-78 28S2 90 10 64Z" />
      <path className="s" d="M34 58c14-22 50-26 74-4l22-14c-4 14-4 24 0 38l-22-14c-24 20-60 16-74-6Z" />
      <circle cx="52" cy="55" r="2.6" fill="currentColor" />
      <path d="M66 42c5 10 5 20 0 32" />
      <path className="a" d="M80 42c4 8 4 22 0 30M92 46c3 7 3 16 0 22" />
      <path d="M72 38c6-10 18-12 28-7l-4 14M84 74c-2 6-8 10-14 10l2-10" />
      <path className="thin" d="M34 58c4 2 8 2 11 1" />
      <circle cx="24" cy="40" r="3" />
      <circle cx="18" cy="30" r="2" />
    </Drawing>
  );
}
