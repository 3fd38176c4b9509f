import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function BuoyDrawing(props: DrawingProps) {
  return (
    <Drawing height={128} {...props}>
      <path
        className="w"
        d="M0 44c19.2-5 35.2-5 54.4 0s35.2 5 54.4 0 32-5 51.2 0V112a16 16 0 0 1-16 16H16a16 16 0 0 1-16-16Z"
      />
      <path d="M0 44c19.2-5 35.2-5 54.4 0s35.2 5 54.4 0 32-5 51.2 0" />
      <path className="af" d="M74 8h12v40a6 6 0 0 1-12 0Z" />
      <path className="a" d="M74 8h12v40a6 6 0 0 1-12 0Z" />
      <path d="M74 20h12" stroke="var(--on-coral)" />
      <path d="M80 54v22" strokeDasharray="1 5" />
      <rect className="s" x="52" y="76" width="56" height="42" rx="5" />
      <path d="M60 88h28M60 97h36M60 106h18" />
      <circle cx="80" cy="80.5" r="1.6" fill="currentColor" />
      <path className="thin" d="M20 70h10M26 78h8M126 64h12M132 98h10" />
    </Drawing>
  );
}
