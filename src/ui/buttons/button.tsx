import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

export type ButtonLook = {
  /** `filled` for the one main action of a screen, `outlined` for other actions, `quiet` for minor ones. */
  kind?: 'filled' | 'outlined' | 'quiet' | undefined;
  /** The height is 48 px, 56 px in bars (`tall`) or 40 px on the desk (`fine`). */
  size?: 'regular' | 'tall' | 'fine' | undefined;
  isWide?: boolean | undefined;
};

/** The classes for an element that looks like a button, such as a router link. */
export function buttonClass({ kind = 'filled', size = 'regular', isWide = false }: ButtonLook = {}): string {
  return classNames('btn', kind !== 'filled' && kind, size !== 'regular' && size, isWide && 'wide');
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
      className={classNames(buttonClass({ kind, size, isWide }), className)}
    />
  );
}

export function ButtonLink({ kind, size, isWide, className, children, ...rest }: ButtonLook & ComponentProps<'a'>) {
  return (
    <a {...rest} className={classNames(buttonClass({ kind, size, isWide }), className)}>
      {children}
    </a>
  );
}

/** A button that looks like a link in running text. */
export function LinkButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={classNames('link-like', className)} />;
}
