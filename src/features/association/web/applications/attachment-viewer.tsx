import { ChevronLeft, ChevronRight, X } from '#ui/icons/icons.ts';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageIdEnd } from '#platform/shared/message-id.ts';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { FilePreview } from '#ui/display/file-preview.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { formatUtcDay } from '#features/applications/shared/labels.ts';
import { useAttachment, type Attachment } from './queries.ts';

interface AttachmentViewerProps {
  applicationId: number;
  attachment: Attachment;
  at: number;
  count: number;
  onTurn: (by: number) => void;
  onClose: () => void;
}

/** Shows a file over the list. The checks stay visible beside it, and the shortcuts keep working. */
export function AttachmentViewer({ applicationId, attachment, at, count, onTurn, onClose }: AttachmentViewerProps) {
  const intl = useIntl();
  const view = useRef<HTMLElement>(null);
  const query = useAttachment(applicationId, attachment);
  const url = useObjectUrl(query.data);
  useEffect(() => {
    const opener = document.activeElement;
    view.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const label = (id: MessageIdEnd<'association.exhibits.'>) => intl.formatMessage({ id: `association.exhibits.${id}` });
  return (
    <section
      ref={view}
      className="flex fixed [inset:var(--header)_0_0] z-sticky flex-col bg-surface outline-0 lg:absolute lg:inset-0 xl:end-93"
      tabIndex={-1}
      aria-label={attachment.name}
    >
      <header className="flex items-center gap-2 py-2 px-4 border-b border-line">
        <h2 className="text-md flex-1 min-w-0 wrap-anywhere" dir="auto">
          {attachment.name}
        </h2>
        <p className="num text-(length:--t-xs) text-ink-2" aria-live="polite">
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
      <div className="[&>figure]:grid-rows-[minmax(0,1fr)_auto] [&_:is(img,iframe)]:h-full [&_:is(img,iframe)]:max-h-none grid flex-1 min-h-0 grid-rows-1 p-4 overflow-auto">
        <QueryView query={mapQuery(query, () => url)} skeleton={<Skeleton height="100%" />} level={3}>
          {(fileUrl) => (
            <FilePreview
              url={fileUrl}
              isPdf={attachment.isPdf}
              title={attachment.name}
              caption={attachment.date !== null && formatUtcDay(intl, attachment.date)}
              openLabel={<FormattedMessage id="association.exhibits.open" />}
              closedText={<FormattedMessage id="association.exhibits.closed" />}
            />
          )}
        </QueryView>
      </div>
    </section>
  );
}
