import { Drawing } from './drawing.tsx';
import type { DrawingProps } from './drawing.tsx';

export function BoxDrawing(props: DrawingProps) {
  return (
    <Drawing height={120} {...props}>
      <path className="w" d="M18 70c8-36 44-52 78-46s54 30 46 56-36 32-74 30S12 98 18 70Z" />
      <path className="s" d="M36 46h88l-8-20H44Z" />
      <rect className="s" x="32" y="46" width="96" height="50" rx="8" />
      <path d="M32 60h38M90 60h38" />
      <rect className="af" x="70" y="53" width="20" height="15" rx="4" />
      <circle cx="52" cy="79" r="8" />
      <circle cx="52" cy="79" r="3.5" />
      <path d="M78 84c0-6 8-6 8 0s8 6 8 0M104 74v12M110 74v12M116 74v12" />
      <path className="thin" d="M54 34h52" />
    </Drawing>
  );
}
