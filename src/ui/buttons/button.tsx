import type { ComponentProps, MouseEvent } from 'react';
import { clsx } from 'clsx';

export type ButtonLook = {
  /** `filled` for the one main action of a screen, `outlined` for other actions, `quiet` for minor ones. */
  kind?: 'filled' | 'outlined' | 'quiet' | undefined;
  /** The height is 48 px, 56 px in bars (`lg`) or 40 px on the desk (`sm`). */
  size?: 'md' | 'lg' | 'sm' | undefined;
  isWide?: boolean | undefined;
  /** The alignment of the label in a wide button. */
  align?: 'center' | 'start' | undefined;
};

const button = clsx(
  'inline-flex max-w-full items-center gap-2 rounded-box border-[1.5px] py-2 font-strong no-underline transition-[background,translate] duration-state ease-in-water active:translate-y-px',
  'disabled:translate-none disabled:border-transparent disabled:bg-sunken disabled:text-ink-3',
  'aria-disabled:translate-none aria-disabled:cursor-not-allowed aria-disabled:border-transparent aria-disabled:bg-sunken aria-disabled:text-ink-3',
  'forced-colors:border forced-colors:border-[ButtonText] forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none',
  'forced-colors:disabled:border-[GrayText] forced-colors:disabled:text-[GrayText] forced-colors:aria-disabled:border-[GrayText] forced-colors:aria-disabled:text-[GrayText]',
);
const kinds = {
  filled: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  outlined: 'border-line-2 bg-surface text-ink hover:bg-hover',
  quiet: 'border-transparent text-accent-text hover:bg-accent-soft',
} as const;
const sizes = { md: 'min-h-tap text-sm', lg: 'min-h-14 text-md/(--l-sm)', sm: 'min-h-tap-sm text-sm' } as const;

/** The classes for an element that looks like a button, such as a router link. */
export function buttonClass({
  kind = 'filled',
  size = 'md',
  isWide = false,
  align = 'center',
}: ButtonLook = {}): string {
  const padding = align === 'start' ? 'px-3' : size === 'sm' ? 'px-4' : kind === 'quiet' ? 'px-3' : 'px-5';
  return clsx(
    button,
    kinds[kind],
    sizes[size],
    padding,
    align === 'start' ? 'justify-start text-start' : 'justify-center text-center',
    isWide && 'w-full',
  );
}

export type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    /** Ignores presses but keeps the focus, unlike `disabled`, and is announced as disabled. */
    isBusy?: boolean | undefined;
  };

export function Button({
  kind,
  size,
  isWide,
  align,
  isBusy = false,
  className,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={press}
      className={clsx(buttonClass({ kind, size, isWide, align }), className)}
    />
  );
}

export function ButtonLink({ kind, size, isWide, className, children, ...rest }: ButtonLook & ComponentProps<'a'>) {
  return (
    <a {...rest} className={clsx(buttonClass({ kind, size, isWide }), className)}>
      {children}
    </a>
  );
}

type LinkButtonProps = ComponentProps<'button'> & { weight?: 'strong' | 'text' };

/** A button that looks like a link in running text. */
export function LinkButton({ weight = 'strong', className, type = 'button', ...rest }: LinkButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={clsx(
        'text-accent-text underline decoration-1 underline-offset-[0.2em]',
        weight === 'strong' ? 'font-strong' : 'font-text',
        className,
      )}
    />
  );
}
