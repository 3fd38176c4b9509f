import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function DescentDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path
        className="w"
        d="M0 26c19.2-5 35.2-5 54.4 0s35.2 5 54.4 0 32-5 51.2 0V104a16 16 0 0 1-16 16H16a16 16 0 0 1-16-16Z"
      />
      <path d="M0 26c19.2-5 35.2-5 54.4 0s35.2 5 54.4 0 32-5 51.2 0" />
      <path className="w2" d="M0 82h160v22a16 16 0 0 1-16 16H16a16 16 0 0 1-16-16Z" />
      <path d="M72 26v88" />
      <path d="M66 42h12M66 58h12M66 74h12M66 90h12M66 106h12" />
      <path className="af" d="M64 8h16v14a8 8 0 0 1-16 0Z" />
      <path className="a" d="M64 8h16v14a8 8 0 0 1-16 0Z" />
      <g transform="translate(114 78) rotate(62)">
        <path className="s" d="M-18-5h24a5.5 5.5 0 0 1 0 11h-24Z" />
        <circle className="s" cx="15" cy="1" r="6" />
        <path d="M-18-3l-14-4M-18 4l-14 3" />
        <path className="s" d="M-32-7l-13-6-1 8 13 3ZM-32 7l-14 2 1 6 14-4Z" />
        <rect className="s" x="-14" y="-12" width="18" height="7" rx="3.5" />
      </g>
      <circle cx="132" cy="72" r="2.5" />
      <circle cx="138" cy="60" r="3.5" />
      <path className="thin" d="M16 100c8-6 16-6 24 0M22 62c8-6 16-6 24 0" />
    </Drawing>
  );
}
