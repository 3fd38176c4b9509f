import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function LetterDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path className="w" d="M14 66c8-36 46-50 82-42s56 30 48 56-40 32-76 30S8 98 14 66Z" />
      <path className="s" d="M30 52 80 22l50 30v46a6 6 0 0 1-6 6H36a6 6 0 0 1-6-6Z" />
      <rect className="s" x="44" y="14" width="72" height="76" rx="7" />
      <path className="thin" d="M44 40c13-8 24 5 36-3s24-9 36-1M44 50c14-6 26 3 39-2s21-6 33 0" />
      <path d="M54 27h26" />
      <circle className="af" cx="104" cy="27" r="5" />
      <path className="s" d="M30 54v44a6 6 0 0 0 6 6h88a6 6 0 0 0 6-6V54L80 84Z" />
      <path d="m32 102 34-26M128 102 94 76" />
    </Drawing>
  );
}
