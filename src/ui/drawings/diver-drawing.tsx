import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function DiverDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path className="w" d="M0 12c18-4 36-4 54 0s36 4 54 0 34-4 52 0v84a16 16 0 0 1-16 16H16a16 16 0 0 1-16-16Z" />
      <path d="M0 12c18-4 36-4 54 0s36 4 54 0 34-4 52 0" />
      <path d="M10 108c24-6 40 1 60-2s44-5 80 1" />
      <g>
        <rect className="s" x="62" y="34" width="30" height="11" rx="5.5" transform="rotate(-5 77 40)" />
        <path className="s" d="M58 50c8-7 26-8 38-5 6 1.5 8 6 5 10-8 5-28 7-40 4-5-1.5-6-6-3-9Z" />
        <circle className="s" cx="112" cy="50" r="9" />
        <path className="af" d="M113 45h8.5v6.5c-3 2-8 1.5-8.5-.5Z" />
        <path d="M119 55c3 1 5 0 6-2M92 39c10-5 22 0 27 14" />
        <path d="M58 54c-10 1-18-2-24-9M60 58c-8 4-17 4-24 1" />
        <path className="s" d="M34 45c-8-3-14-10-20-13-3 5 0 12 6 15ZM36 59c-8 0-17-3-23-2-1 5 4 10 11 10Z" />
        <path d="M86 58c2 7 8 11 16 11" />
      </g>
      <circle cx="128" cy="38" r="3" />
      <circle cx="134" cy="28" r="4" />
      <circle cx="130" cy="19" r="2" />
    </Drawing>
  );
}
