import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function CameraDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path className="w" d="M18 70c8-36 44-52 78-46s54 30 46 56-36 32-74 30S12 98 18 70Z" />
      <rect className="s" x="40" y="36" width="80" height="58" rx="10" />
      <circle className="s" cx="80" cy="65" r="20" />
      <circle cx="80" cy="65" r="12" />
      <path d="M74 60a8 8 0 0 1 6-4" />
      <path d="M52 36v-8h16v8M104 46h8" />
      <path d="M40 50c-10 0-16 8-14 18M120 50c10 0 16 8 14 18" />
      <circle className="af" cx="108" cy="50" r="4" />
    </Drawing>
  );
}
