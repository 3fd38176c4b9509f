import { useEffect, useRef } from 'react';
import SignaturePad from 'signature_pad';
import { addStroke, scaleStroke } from './signature-strokes.ts';

interface SignatureCanvasProps {
  label: string;
  describedBy: string | undefined;
  strokes: readonly number[][];
  onChange: (strokes: number[][]) => void;
}

const penWidthPx = 2.4;

/**
 * The stroke under the pen. Once it ends it is one of the strokes, drawn by whoever shows them: so it looks as it will
 * be kept, by day and night and after the phone was turned.
 */
export function SignatureCanvas({ label, describedBy, strokes, onChange }: SignatureCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ strokes, onChange });
  useEffect(() => {
    latest.current = { strokes, onChange };
  });
  useEffect(() => {
    const area = canvas.current;
    if (area === null) return;
    const width = penWidthPx / 2;
    const pad = new SignaturePad(area, { minWidth: width, maxWidth: width, minDistance: 2, dotSize: width });
    const fit = () => {
      const ratio = Math.max(devicePixelRatio, 1);
      area.width = area.offsetWidth * ratio;
      area.height = area.offsetHeight * ratio;
      area.getContext('2d')?.scale(ratio, ratio);
      pad.clear();
    };
    const begin = () => {
      pad.penColor = getComputedStyle(area).color;
      area.focus({ preventScroll: true });
    };
    const end = () => {
      const box = { width: area.offsetWidth, height: area.offsetHeight };
      const points = pad.toData().flatMap((group) => group.points);
      const { strokes: former, onChange: tell } = latest.current;
      tell(addStroke(former, scaleStroke(points, box)));
      // Until the stroke stands below it.
      requestAnimationFrame(() => pad.clear());
    };
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(area);
    pad.addEventListener('beginStroke', begin);
    pad.addEventListener('endStroke', end);
    return () => {
      watch.disconnect();
      pad.off();
    };
  }, []);
  return (
    <canvas
      ref={canvas}
      className="sig-pad"
      tabIndex={-1}
      // A picture that is drawn by hand, and no file.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
    />
  );
}
