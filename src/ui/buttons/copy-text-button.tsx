import { Check, Copy } from '#ui/icons/icons.ts';
import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';

export type CopyTextButtonProps = { text: string; label: ReactNode; copied: ReactNode; size?: 'md' | 'sm' };

/** A copy button that confirms in its own label, for pages without toasts. */
export function CopyTextButton({ text, label, copied, size = 'md' }: CopyTextButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  const Icon = isCopied ? Check : Copy;
  return (
    <Button kind="outlined" size={size} onClick={copy}>
      <Icon size={20} aria-hidden="true" />
      <span aria-live="polite">{isCopied ? copied : label}</span>
    </Button>
  );
}
