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
 * Draws the current stroke. Finished strokes are rendered by SignatureInk, so they look as they will be stored, in
 * both themes and after the phone is rotated.
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
      const size = { width: area.offsetWidth, height: area.offsetHeight };
      const points = pad.toData().flatMap((group) => group.points);
      const { strokes: former, onChange: notify } = latest.current;
      notify(addStroke(former, scaleStroke(points, size)));
      // The canvas is cleared after SignatureInk has rendered the stroke.
      requestAnimationFrame(() => pad.clear());
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(area);
    pad.addEventListener('beginStroke', begin);
    pad.addEventListener('endStroke', end);
    return () => {
      observer.disconnect();
      pad.off();
    };
  }, []);
  return (
    <canvas
      ref={canvas}
      className="sig-pad"
      tabIndex={-1}
      // A canvas has no image element that could replace the role.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
    />
  );
}
