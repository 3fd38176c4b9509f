import { ExternalLink, FileText } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { ButtonLink } from '#ui/buttons/button.tsx';

const frame = 'w-full rounded-in border border-line bg-sunken';

export type FilePreviewProps = {
  url: string;
  isPdf: boolean;
  /** The text alternative. */
  title: string;
  /** File name and upload date. */
  caption: ReactNode;
  /** The label of the link that opens the file in a new tab. */
  openLabel: ReactNode;
  /** Replaces a PDF in browsers that cannot embed one, such as on phones. */
  closedText: ReactNode;
  className?: string;
};

/** Preview of an uploaded image or PDF. */
export function FilePreview({ url, isPdf, title, caption, openLabel, closedText, className }: FilePreviewProps) {
  return (
    <figure className={clsx('grid min-w-0 gap-3', className)}>
      {!isPdf ? (
        <img className={clsx(frame, 'h-auto max-h-[80vh] object-contain')} src={url} alt={title} />
      ) : navigator.pdfViewerEnabled ? (
        // Browsers show no PDF in a sandboxed frame. The URL is an object URL of this page.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe className={clsx(frame, 'h-[min(80vh,900px)]')} src={`${url}#navpanes=0&view=FitH`} title={title} />
      ) : (
        <span className={clsx(frame, 'grid justify-items-center gap-2 px-4 py-8 text-center text-sm text-ink-2')}>
          <FileText size={40} aria-hidden="true" />
          {closedText}
        </span>
      )}
      <figcaption className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-sm wrap-anywhere">
        <span>{caption}</span>
        <ButtonLink kind="outlined" size="sm" href={url} target="_blank" rel="noreferrer">
          <ExternalLink className="flip" size={16} aria-hidden="true" />
          {openLabel}
        </ButtonLink>
      </figcaption>
    </figure>
  );
}
