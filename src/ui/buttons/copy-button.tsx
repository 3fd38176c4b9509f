import { Copy } from '#ui/icons/icons.ts';
import { IconButton } from './icon-button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';

export type CopyButtonProps = {
  text: string;
  label: string;
  /** The toast after copying. */
  copied: string;
  /** The toast when the browser denies access to the clipboard. */
  notCopied: string;
  className?: string;
};

export function CopyButton({ text, label, copied, notCopied, className }: CopyButtonProps) {
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    showToast({ text: isCopied ? copied : notCopied });
  };
  return (
    <IconButton label={label} className={className} onClick={() => void copy()}>
      <Copy size={20} aria-hidden="true" />
    </IconButton>
  );
}
