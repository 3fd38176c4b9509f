import { Copy } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';

export type CopyButtonProps = {
  /** What is copied. */
  text: string;
  label: string;
  /** What is said then. */
  copied: string;
  /** A browser may forbid it; what is to be copied is there to be marked by hand. */
  notCopied: string;
};

export function CopyButton({ text, label, copied, notCopied }: CopyButtonProps) {
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    showToast({ text: isCopied ? copied : notCopied });
  };
  return (
    <IconButton label={label} onClick={() => void copy()}>
      <Copy size={20} aria-hidden="true" />
    </IconButton>
  );
}
