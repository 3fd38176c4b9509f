import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function BoatDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path
        className="w"
        d="M0 56c19.2-5 35.2-5 54.4 0s35.2 5 54.4 0 32-5 51.2 0V104a16 16 0 0 1-16 16H16a16 16 0 0 1-16-16Z"
      />
      <path className="s" d="M30 38h98c-2 14-8 24-18 30H50c-10-6-17-16-20-30Z" />
      <path d="M34 48h90" />
      <path d="M62 38V20h30l8 18M70 38V28h16l5 10" />
      <path d="M44 38V8" />
      <path className="af" d="M44 8h24v15H44Z" />
      <path d="m44 8 24 15" stroke="var(--on-coral)" />
      <path d="M0 56c12-3 24-4.5 36-3M126 53c12-1 22 0 34 3" />
      <path d="M112 66v44" strokeDasharray="1 5" />
      <circle cx="64" cy="94" r="4" />
      <circle cx="74" cy="84" r="2.6" />
      <circle cx="66" cy="80" r="1.8" />
      <path className="thin" d="M18 86c8-6 16-6 24 0M122 102c8-6 16-6 24 0" />
    </Drawing>
  );
}
