import { Download } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { CopyTextButton } from '#ui/buttons/copy-text-button.tsx';

export type RecoveryCodesProps = {
  codes: readonly string[];
  label: string;
  copyLabel: ReactNode;
  copied: ReactNode;
  downloadLabel: ReactNode;
  fileName: string;
};

/** Recovery codes with copy and download. They are shown only once. */
export function RecoveryCodes({ codes, label, copyLabel, copied, downloadLabel, fileName }: RecoveryCodesProps) {
  const text = codes.join('\n');

  function download(): void {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <div>
      <ul aria-label={label} className="card p-5 lg:p-6 grid grid-cols-1 gap-x-6 gap-y-1 min-[420px]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="ltr text-sm font-strong">{code}</code>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        <CopyTextButton text={text} label={copyLabel} copied={copied} />
        <Button kind="outlined" onClick={download}>
          <Download size={20} aria-hidden="true" />
          {downloadLabel}
        </Button>
      </div>
    </div>
  );
}
