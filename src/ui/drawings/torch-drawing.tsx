import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function TorchDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path className="w" d="M66 58 150 22c8 18 8 56 0 76Z" />
      <path className="a" strokeWidth="1.25" d="M66 55 148 20M66 67l82 33" />
      <path className="s" d="M14 52h34l14-8v36l-14-8H14a4 4 0 0 1-4-4V56a4 4 0 0 1 4-4Z" />
      <path d="M48 52v20M22 52v20M30 52v20" />
      <path d="M100 62c6-9 19-11 28-4l9-6v18l-9-6c-9 7-22 5-28-2Z" className="s" />
      <circle cx="109" cy="60" r="1.5" fill="currentColor" />
      <path d="M118 55c2 3 2 8 0 11" />
      <path className="thin" d="M16 20h.1M40 12h.1M72 24h.1M96 10h.1" />
    </Drawing>
  );
}
