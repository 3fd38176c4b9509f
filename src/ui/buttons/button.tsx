import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

export type ButtonLook = {
  /** Filled once a screen; outlined for the rest; quiet where an edge would shout. */
  kind?: 'filled' | 'outlined' | 'quiet' | undefined;
  /** 48 high, 56 in bars (tall), 40 on the desk (fine). */
  size?: 'regular' | 'tall' | 'fine' | undefined;
  isWide?: boolean | undefined;
};

/** For what is not a button but looks like one, such as a link of the router. */
export function buttonClass({ kind = 'filled', size = 'regular', isWide = false }: ButtonLook = {}): string {
  return classNames('btn', kind !== 'filled' && kind, size !== 'regular' && size, isWide && 'wide');
}

export type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    /** Keeps its place and its focus, says so to a screen reader, and does nothing when pressed. */
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

/** A button that reads as a word of the sentence. */
export function LinkButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={classNames('link-like', className)} />;
}
