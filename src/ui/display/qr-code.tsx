import '#ui/dive/ecard.css';
import { encodeQR } from 'qr';
import { useMemo } from 'react';

export type QrCodeProps = { text: string; label: string };

/** Never mirrored, and dark on white by day and by night: a scanner does not know about themes. */
export function QrCode({ text, label }: QrCodeProps) {
  const { path, size } = useMemo(() => drawQrPath(text), [text]);
  const named = { role: 'img', 'aria-label': label } as const;
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" {...named}>
      <path className="ground" d={`M0 0h${size}v${size}h-${size}z`} />
      <path className="dots" d={path} />
    </svg>
  );
}

/** A quiet rim of two: the white card around it is the rest of it. */
const quietZone = 2;

function drawQrPath(text: string): { path: string; size: number } {
  // The least correction, so that the dots are large: a screen is neither torn nor stained.
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: quietZone });
  const runs = rows.flatMap((row, y) => {
    const starts = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []));
    return starts.map((x) => {
      const end = row.findIndex((isDark, at) => at > x && !isDark);
      const width = (end === -1 ? row.length : end) - x;
      return `M${x} ${y}h${width}v1h-${width}z`;
    });
  });
  return { path: runs.join(''), size: rows.length };
}
