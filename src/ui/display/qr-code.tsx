import { encodeQR } from 'qr';
import { useMemo } from 'react';

export type QrCodeProps = { text: string; label: string };

/** Dark on white in both themes and never mirrored, because scanners expect it. */
export function QrCode({ text, label }: QrCodeProps) {
  const { path, size } = useMemo(() => drawQrPath(text), [text]);
  const labelProps = { role: 'img', 'aria-label': label } as const;
  return (
    <svg className="block h-auto w-full" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" {...labelProps}>
      <path className="fill-(--card-paper)" d={`M0 0h${size}v${size}h-${size}z`} />
      <path className="fill-(--card-paper-ink)" d={path} />
    </svg>
  );
}

/** Two modules; the white card around the code provides the rest of the quiet zone. */
const quietZone = 2;

function drawQrPath(text: string): { path: string; size: number } {
  // A screen does not get damaged like paper, so the lowest error correction is enough and gives larger modules.
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
