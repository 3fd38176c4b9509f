import { clsx } from 'clsx';

/** A completed share, 0 to 1. `text` is the same as a localized percentage. */
export function ProgressRing({
  share,
  text,
  label = text,
  size = 48,
}: {
  share: number;
  text: string;
  label?: string;
  size?: number;
}) {
  const radius = size / 2 - 2;
  const circumference = 2 * Math.PI * radius;
  const circle = { cx: size / 2, cy: size / 2, r: radius };
  const arc = Math.min(1, Math.max(0, share)) * circumference;
  return (
    <span className="relative grid flex-none place-items-center">
      <span className="vh">{label}</span>
      <svg className="-rotate-90 fill-none stroke-4" width={size} height={size} aria-hidden="true">
        <circle className="stroke-line" {...circle} />
        {arc > 0 && (
          <circle
            className="stroke-accent forced-colors:stroke-[CanvasText]"
            strokeLinecap="round"
            {...circle}
            strokeDasharray={`${arc.toFixed(1)} ${circumference.toFixed(1)}`}
          />
        )}
      </svg>
      <b
        aria-hidden="true"
        className={clsx(
          'absolute tabular-nums',
          size > 64 ? 'text-lg/(--l-xs)' : 'text-xs',
          // Some languages put a space before the percent sign.
          visibleLength(text) > 4 && 'tracking-[-0.06em]',
        )}
      >
        {text}
      </b>
    </span>
  );
}

/** The length without direction marks, which numbers have in Arabic. */
function visibleLength(text: string): number {
  return text.replaceAll(/\p{Cf}/gu, '').length;
}
