import type { ReactNode } from 'react';
import { clsx } from 'clsx';

/** `fluid` is the large size, and smaller where the screen is narrow. */
const sizes = {
  sm: 'text-lg',
  md: 'text-xl',
  lg: 'text-2xl',
  fluid: 'text-[clamp(var(--t-xl),9vw,var(--t-2xl))]/(--l-2xl)',
} as const;

/** Units within the value, such as those of hours and minutes. */
const small = '[&_small]:ms-[0.25em] [&_small]:iso [&_small]:font-text [&_small]:tracking-[0] [&_small]:text-ink-2';

export type StatProps = {
  value: ReactNode;
  unit?: ReactNode;
  label?: ReactNode;
  size?: keyof typeof sizes;
  /** Wraps a long value, such as a list. */
  wraps?: boolean;
  className?: string;
  valueClassName?: string;
  labelClassName?: string;
};

/** A number with its unit and a label below. */
export function Stat({
  value,
  unit,
  label,
  size = 'md',
  wraps = false,
  className,
  valueClassName,
  labelClassName,
}: StatProps) {
  return (
    <div data-part="stat" className={clsx('min-w-0', className)}>
      <span
        data-part="value"
        className={clsx(
          'block font-number tracking-[calc(var(--tight)*1.5)] num',
          !wraps && 'whitespace-nowrap',
          sizes[size],
          small,
          size === 'lg' || size === 'fluid' ? '[&_small]:text-lg/none' : '[&_small]:text-sm/none',
          valueClassName,
        )}
      >
        <span className="iso">{value}</span>
        {unit && (
          <small>
            <bdi>{unit}</bdi>
          </small>
        )}
      </span>
      {label && <span className={clsx('block text-sm text-ink-2', labelClassName)}>{label}</span>}
    </div>
  );
}
