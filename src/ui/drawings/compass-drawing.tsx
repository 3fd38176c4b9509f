import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function CompassDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path className="w" d="M28 60a52 52 0 0 1 104 0 52 52 0 0 1-104 0Z" />
      <rect className="s" x="62" y="2" width="36" height="14" rx="4" />
      <rect className="s" x="62" y="104" width="36" height="14" rx="4" />
      <circle className="s" cx="80" cy="60" r="46" />
      <circle cx="80" cy="60" r="37" />
      <path d="M80 23L80 30" />
      <path
        className="thin"
        d="M89.6 24.3L88.5 28.1M98.5 28L96.5 31.4M106.2 33.8L103.3 36.7M112 41.5L108.6 43.5M115.7 50.4L111.9 51.5M115.7 69.6L111.9 68.5M112 78.5L108.6 76.5M106.2 86.2L103.3 83.3M98.5 92L96.5 88.6M89.6 95.7L88.5 91.9M70.4 95.7L71.5 91.9M61.5 92L63.5 88.6M53.8 86.2L56.7 83.3M48 78.5L51.4 76.5M44.3 69.6L48.1 68.5M44.3 50.4L48.1 51.5M48 41.5L51.4 43.5M53.8 33.8L56.7 36.7M61.5 28L63.5 31.4M70.4 24.3L71.5 28.1"
      />
      <path d="M117 60L110 60" />
      <path d="M80 97L80 90" />
      <path d="M43 60L50 60" />
      <g transform="rotate(38 80 60)">
        <path className="af" d="M80 31l5.5 29h-11Z" />
        <path d="M74.5 60 80 89l5.5-29" />
      </g>
      <circle className="s" cx="80" cy="60" r="3" />
    </Drawing>
  );
}
