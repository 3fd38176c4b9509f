import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function BookDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path className="w" d="M16 66c8-36 46-50 82-42s54 32 46 56-40 32-76 30S8 96 16 66Z" />
      <path className="s" d="M80 38c-12-9-28-12-46-10v62c18-2 34 1 46 10 12-9 28-12 46-10V28c-18-2-34 1-46 10Z" />
      <path d="M80 38v62" />
      <path d="M44 42c8 0 16 1 24 4M44 54c8 0 16 1 24 4M44 66c8 0 16 1 24 4" />
      <path d="M92 48c5-6 14-6 19-1l7-5v13l-7-4c-5 5-14 4-19-3Z" />
      <path className="thin" d="M92 68c8-3 16-4 24-4M92 80c8-3 16-4 24-4" />
      <path className="af" d="M84 36.500c2.5-1.700 5-3.100 8-4.300V60l-4-4-4 4Z" />
    </Drawing>
  );
}
