import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function CardDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path className="w" d="M14 66c8-36 46-50 82-42s56 30 48 56-40 32-76 30S8 98 14 66Z" />
      <g transform="rotate(-7 80 60)">
        <rect className="s" x="30" y="30" width="100" height="62" rx="8" />
        <path className="thin" d="M30 58c18-10 34 6 50-4s34-12 50-2M30 70c20-8 36 4 54-2s30-8 46 0" />
        <path d="M40 44h34M40 80h22" />
        <rect className="s" x="100" y="62" width="20" height="22" rx="4" />
        <circle cx="110" cy="70" r="3.5" />
        <path d="M103.5 81c1-5 12-5 13 0" />
        <circle className="af" cx="117" cy="44" r="6" />
      </g>
    </Drawing>
  );
}
