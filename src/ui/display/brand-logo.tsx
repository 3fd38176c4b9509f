export type BrandLogoProps = {
  name: string;
  /** Two shapes in a square of 30: the first in the accent, the second in the tint of the depths. */
  mark: readonly [string, string];
  /** The second line, drawn in the large size only. */
  tagline?: string | undefined;
  /** 87×30 with one line, 116×40 with two. `responsive` is small below 1024 px and large from there. */
  size?: 'small' | 'large' | 'responsive';
  /** Where the logo stands alone. Inside a labelled link leave it out. */
  label?: string | undefined;
};

/** The brand's mark beside its name. Never mirrored. */
export function BrandLogo({ name, mark, tagline, size = 'responsive', label }: BrandLogoProps) {
  const named = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    <>
      {size !== 'large' && (
        <svg className={size === 'responsive' ? 'brand only-phone' : 'brand'} viewBox="0 0 87 30" {...named}>
          <Mark shapes={mark} transform="translate(-1.5 3.5) scale(.75)" />
          <LogoText x={26} y={20} size={13} room={61} weight={620} spacing={-0.2} text={name} />
        </svg>
      )}
      {size !== 'small' && (
        <svg
          className={size === 'responsive' ? 'brand large only-wide' : 'brand large'}
          viewBox="0 0 116 40"
          {...named}
        >
          <Mark shapes={mark} transform="translate(-2 4)" />
          <LogoText x={36} y={tagline ? 20 : 25} size={15.5} room={79} weight={620} spacing={-0.3} text={name} />
          {/* The space keeps the two lines two words for who reads the text. */}{' '}
          {tagline && (
            <LogoText x={36.5} y={31.5} size={8.7} room={78} weight={420} fill="var(--ink-2)" text={tagline} />
          )}
        </svg>
      )}
    </>
  );
}

function Mark({ shapes, transform }: { shapes: readonly [string, string]; transform: string }) {
  return (
    <g transform={transform}>
      <path fill="var(--accent)" d={shapes[0]} />
      <path fill="var(--depth-4)" d={shapes[1]} />
    </g>
  );
}

type LogoTextProps = {
  x: number;
  y: number;
  size: number;
  room: number;
  weight: number;
  text: string;
  spacing?: number;
  fill?: string;
};

/** The logo's size is fixed, so a long name is drawn narrower; a short one keeps its natural width. */
function LogoText({ x, y, size, room, weight, text, spacing, fill = 'currentColor' }: LogoTextProps) {
  const fills = text.length * size * 0.57 >= room;
  return (
    <text
      direction="ltr"
      // Small letters keep their distances, which hinting would round to whole pixels.
      textRendering="geometricPrecision"
      x={x}
      y={y}
      fontSize={size}
      fontWeight={weight}
      letterSpacing={spacing}
      fill={fill}
      {...(fills && { textLength: room, lengthAdjust: 'spacingAndGlyphs' })}
    >
      {text}
    </text>
  );
}
