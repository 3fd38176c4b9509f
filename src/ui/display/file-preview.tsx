import './file-preview.css';
import { ExternalLink, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/buttons/button.tsx';

export type FilePreviewProps = {
  url: string;
  isPdf: boolean;
  /** What it is, for those who do not see it. */
  title: string;
  /** What it is called, and when it came. */
  caption: ReactNode;
  /** Opens it in a tab of its own. */
  openLabel: ReactNode;
  /** Said where the browser shows no PDF within a page, as on phones. */
  closedText: ReactNode;
};

/** A picture or a PDF that somebody handed in. */
export function FilePreview({ url, isPdf, title, caption, openLabel, closedText }: FilePreviewProps) {
  return (
    <figure className="file-view">
      {!isPdf ? (
        <img src={url} alt={title} />
      ) : navigator.pdfViewerEnabled ? (
        // In a sandbox no browser shows a PDF; the address is one of this page’s own copies.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe src={`${url}#navpanes=0&view=FitH`} title={title} />
      ) : (
        <span className="file-closed">
          <FileText size={40} aria-hidden="true" />
          {closedText}
        </span>
      )}
      <figcaption>
        <span>{caption}</span>
        <ButtonLink kind="outlined" size="fine" href={url} target="_blank" rel="noreferrer">
          <ExternalLink className="flip" size={16} aria-hidden="true" />
          {openLabel}
        </ButtonLink>
      </figcaption>
    </figure>
  );
}
