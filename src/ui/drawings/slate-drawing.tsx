import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function SlateDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path className="w" d="M16 62c8-36 46-48 80-40s54 30 46 56-38 34-74 30S8 96 16 62Z" />
      <g transform="rotate(-6 76 62)">
        <rect className="s" x="38" y="20" width="74" height="84" rx="9" />
        <circle cx="50" cy="31" r="3" />
        <path d="M52 52c6-8 18-10 27-3l9-6v16l-9-5c-9 6-21 4-27-2Z" />
        <circle cx="61" cy="51" r="1.6" fill="currentColor" />
        <path d="M50 76h36M50 88h24" />
        <path className="thin" d="M66 31h36" />
      </g>
      <path className="af" d="m118 42 10 3.5-17 47-9.5 8.5-.5-12.500Z" />
      <path d="M44 26C30 14 22 22 20 34" />
    </Drawing>
  );
}
