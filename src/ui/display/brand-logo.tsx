import { clsx } from 'clsx';

export type BrandLogoProps = {
  name: string;
  /** Two SVG paths in a 30 by 30 square: the first in the accent colour, the second in a depth tint. */
  mark: readonly [string, string];
  /** The second line, shown in the large size only. */
  tagline?: string | undefined;
  /** 87×30 with one line, 116×40 with two. `responsive` is small below 1024 px and large from there. */
  size?: 'small' | 'large' | 'responsive';
  /** The accessible name of a standalone logo. Omit it inside a labelled link. */
  label?: string | undefined;
};

/** The brand's logo and name. It is not mirrored in right-to-left languages. */
export function BrandLogo({ name, mark, tagline, size = 'responsive', label }: BrandLogoProps) {
  const labelProps = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    <>
      {size !== 'large' && (
        <svg
          className={clsx('block h-7.5 w-[87px] text-ink', size === 'responsive' && 'only-phone')}
          viewBox="0 0 87 30"
          {...labelProps}
        >
          <Mark shapes={mark} transform="translate(-1.5 3.5) scale(.75)" />
          <LogoText x={26} y={20} size={13} maxWidth={61} weight={620} spacing={-0.2} text={name} />
        </svg>
      )}
      {size !== 'small' && (
        <svg
          className={clsx('block h-10 w-29 text-ink', size === 'responsive' && 'only-wide')}
          viewBox="0 0 116 40"
          {...labelProps}
        >
          <Mark shapes={mark} transform="translate(-2 4)" />
          <LogoText x={36} y={tagline ? 20 : 25} size={15.5} maxWidth={79} weight={620} spacing={-0.3} text={name} />
          {/* The space separates name and tagline in the text content. */}{' '}
          {tagline && (
            <LogoText x={36.5} y={31.5} size={8.7} maxWidth={78} weight={420} fill="var(--ink-2)" text={tagline} />
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
  maxWidth: number;
  weight: number;
  text: string;
  spacing?: number;
  fill?: string;
};

/** Condenses a long name to the fixed width of the logo; a short one keeps its natural width. */
function LogoText({ x, y, size, maxWidth, weight, text, spacing, fill = 'currentColor' }: LogoTextProps) {
  const isCondensed = text.length * size * 0.57 >= maxWidth;
  return (
    <text
      direction="ltr"
      // Hinting would round the spacing of small letters to whole pixels.
      textRendering="geometricPrecision"
      x={x}
      y={y}
      fontSize={size}
      fontWeight={weight}
      letterSpacing={spacing}
      fill={fill}
      {...(isCondensed && { textLength: maxWidth, lengthAdjust: 'spacingAndGlyphs' })}
    >
      {text}
    </text>
  );
}
