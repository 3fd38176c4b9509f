/** The completed share of a course, 0 to 1. `text` is the same as a localized percentage. */
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
    <span className="share">
      <span className="vh">{label}</span>
      <svg width={size} height={size} aria-hidden="true">
        <circle className="track" {...circle} />
        {arc > 0 && (
          <circle className="part" {...circle} strokeDasharray={`${arc.toFixed(1)} ${circumference.toFixed(1)}`} />
        )}
      </svg>
      <b aria-hidden="true" className={visibleLength(text) > 4 ? 'long' : undefined}>
        {text}
      </b>
    </span>
  );
}

/** The length without direction marks, which numbers have in Arabic. */
function visibleLength(text: string): number {
  return text.replaceAll(/\p{Cf}/gu, '').length;
}
