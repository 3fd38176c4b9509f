import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function TankDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path className="w" d="M20 74c18-26 40-40 64-36s48 18 56 46c2 12-22 26-58 28S12 96 20 74Z" />
      <g transform="rotate(-14 80 64)">
        <rect className="s" x="60" y="26" width="40" height="82" rx="18" />
        <path d="M60 52h40M60 66h40" />
        <path className="af" d="M60 52h40v14H60Z" />
        <path d="M74 26v-7h12v7M77 19v-8h6v8M68 13h9M83 13h10" />
        <circle cx="96" cy="13" r="3.5" className="s" />
        <path className="thin" d="M68 76v20" />
      </g>
      <circle cx="126" cy="40" r="4" />
      <circle cx="134" cy="26" r="2.6" />
      <circle cx="124" cy="18" r="1.8" />
    </Drawing>
  );
}
