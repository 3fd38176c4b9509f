import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { FilePreview } from '#ui/display/file-preview.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { formatDay } from '#features/applications/shared/labels.ts';
import { useAttachment, type Attachment } from './queries.ts';

interface AttachmentViewerProps {
  applicationId: number;
  exhibit: Attachment;
  at: number;
  count: number;
  onTurn: (by: number) => void;
  onClose: () => void;
}

/** Shows a file over the list. The checks stay visible beside it, and the shortcuts keep working. */
export function AttachmentViewer({ applicationId, exhibit, at, count, onTurn, onClose }: AttachmentViewerProps) {
  const intl = useIntl();
  const errorProps = useErrorState();
  const view = useRef<HTMLElement>(null);
  const query = useAttachment(applicationId, exhibit);
  const url = useObjectUrl(query.data);
  useEffect(() => {
    const opener = document.activeElement;
    view.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const label = (id: string) => intl.formatMessage({ id: `association.exhibits.${id}` });
  return (
    <section ref={view} className="exhibit" tabIndex={-1} aria-label={exhibit.name}>
      <header>
        <h2 dir="auto">{exhibit.name}</h2>
        <p className="num" aria-live="polite">
          <FormattedMessage id="association.exhibits.at" values={{ at: at + 1, count }} />
        </p>
        {count > 1 && (
          <>
            <IconButton label={label('former')} onClick={() => onTurn(-1)}>
              <ChevronLeft className="flip" size={22} aria-hidden="true" />
            </IconButton>
            <IconButton label={label('next')} onClick={() => onTurn(1)}>
              <ChevronRight className="flip" size={22} aria-hidden="true" />
            </IconButton>
          </>
        )}
        <IconButton label={label('close')} onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </header>
      <div className="exhibit-page">
        {query.isError && url === undefined ? (
          <ErrorState {...errorProps} level={3} isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
        ) : url === undefined ? (
          <Skeleton height="100%" />
        ) : (
          <FilePreview
            url={url}
            isPdf={exhibit.isPdf}
            title={exhibit.name}
            caption={exhibit.date !== null && formatDay(intl, exhibit.date)}
            openLabel={<FormattedMessage id="association.exhibits.open" />}
            closedText={<FormattedMessage id="association.exhibits.closed" />}
          />
        )}
      </div>
    </section>
  );
}
