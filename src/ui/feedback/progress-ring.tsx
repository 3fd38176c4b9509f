/** The share of a course that is done, 0 to 1. `text` is the same in words of the locale, such as a per cent. */
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
  const around = 2 * Math.PI * radius;
  const circle = { cx: size / 2, cy: size / 2, r: radius };
  const part = Math.min(1, Math.max(0, share)) * around;
  return (
    <span className="share">
      <span className="vh">{label}</span>
      <svg width={size} height={size} aria-hidden="true">
        <circle className="track" {...circle} />
        {part > 0 && (
          <circle className="part" {...circle} strokeDasharray={`${part.toFixed(1)} ${around.toFixed(1)}`} />
        )}
      </svg>
      <b aria-hidden="true" className={visibleLength(text) > 4 ? 'long' : undefined}>
        {text}
      </b>
    </span>
  );
}

/** Without the marks of direction that a number has in Arabic. */
function visibleLength(text: string): number {
  return text.replaceAll(/\p{Cf}/gu, '').length;
}
