import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function MaskDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path className="w" d="M16 64c8-36 46-48 80-40s52 30 46 54-38 32-74 30S10 96 16 64Z" />
      <path d="M36 50c-12 0-20 5-24 12M124 50c12 0 20 5 24 12" />
      <path
        className="s"
        d="M36 46c0-8 6-14 14-14h60c8 0 14 6 14 14v14c0 14-10 24-22 24-8 0-12-5-15-10-2-4-4-6-7-6s-5 2-7 6c-3 5-7 10-15 10-12 0-22-10-22-24Z"
      />
      <path d="M46 48c0-4 3-7 7-7h17c4 0 6 3 6 7v8c0 10-5 18-13 18S46 67 46 58ZM84 48c0-4 2-7 6-7h17c4 0 7 3 7 7v10c0 9-9 16-17 16S84 66 84 56Z" />
      <path className="thin" d="M52 56l8-9M92 54l7-8" />
      <path className="a" d="M128 30v-8c0-8 6-12 12-12" />
      <path className="a" d="M128 30v44c0 14-8 22-22 26" />
    </Drawing>
  );
}
