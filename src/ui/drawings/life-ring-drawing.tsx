import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function LifeRingDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path
        className="w"
        d="M0 74c19.2-5 35.2-5 54.4 0s35.2 5 54.4 0 32-5 51.2 0V104a16 16 0 0 1-16 16H16a16 16 0 0 1-16-16Z"
      />
      <path d="M0 74c19.2-5 35.2-5 54.4 0s35.2 5 54.4 0 32-5 51.2 0" />
      <circle className="s" cx="80" cy="60" r="40" />
      <circle className="s" cx="80" cy="60" r="20" />
      <path className="af" d="M73 20.6h14v20.5h-14ZM73 79h14v20.4h-14Z" />
      <path d="M73 20.6v20.5M87 20.6v20.5M73 79v20.4M87 79v20.4M40.6 53H61M40.6 67H61M99 53h20.4M99 67h20.4" />
      <path d="M116 76c14 4 20 14 30 12" />
    </Drawing>
  );
}
