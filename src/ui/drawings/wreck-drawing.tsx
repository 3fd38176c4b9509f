import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function WreckDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <rect className="w" width="160" height="120" rx="16" />
      <path className="s" d="M12 96 30 44l78-14 38 10-20 56Z" />
      <path d="M30 44l10 52M108 30l-4 66M12 96h134" />
      <circle cx="56" cy="58" r="4" />
      <circle cx="74" cy="55" r="4" />
      <circle cx="92" cy="52" r="4" />
      <path d="M64 37V14h20v19" />
      <path d="M74 14V2M70 6l28 24" />
      <path className="a" d="M118 52c4-5 12-6 17-2l5-4v10l-5-3c-5 4-13 4-17-1Z" />
      <path d="M6 98c30-5 58 3 86-1s44-3 62 1" />
      <path className="thin" d="M10 108h20M60 110h30M120 108h16" />
    </Drawing>
  );
}
