import './file-preview.css';
import { ExternalLink, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/buttons/button.tsx';

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
};

/** Preview of an uploaded image or PDF. */
export function FilePreview({ url, isPdf, title, caption, openLabel, closedText }: FilePreviewProps) {
  return (
    <figure className="file-view">
      {!isPdf ? (
        <img src={url} alt={title} />
      ) : navigator.pdfViewerEnabled ? (
        // Browsers show no PDF in a sandboxed frame. The URL is an object URL of this page.
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
