import { FileText, Image } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { detailTitle } from '#features/association/web/facts.tsx';
import { formatUtcDay } from '#features/applications/shared/labels.ts';
import { getAttachmentId, type Attachment } from './queries.ts';

/** The uploaded files, which open in the viewer. */
export function AttachmentList({
  attachments,
  onShow,
}: {
  attachments: readonly Attachment[];
  onShow: (at: number) => void;
}) {
  const intl = useIntl();
  return (
    <section aria-labelledby="attachments-title">
      <h3 id="attachments-title" className={detailTitle}>
        <FormattedMessage id="association.exhibits.title" />
        <kbd className="only-wide" aria-hidden="true">
          P
        </kbd>
      </h3>
      <ul>
        {attachments.map((attachment, at) => {
          const Icon = attachment.isPdf ? FileText : Image;
          return (
            <li key={getAttachmentId(attachment)}>
              <button
                className="flex text-sm items-center gap-2 w-full min-h-9 px-2 border-0 rounded-in bg-transparent text-ink text-start cursor-pointer hover:bg-hover"
                type="button"
                onClick={() => onShow(at)}
              >
                <Icon size={18} aria-hidden="true" />
                <span className="grow flex-1 min-w-0 wrap-anywhere" dir="auto">
                  {attachment.name}
                </span>
                {attachment.date !== null && (
                  <span className="num text-(length:--t-xs) text-ink-2">{formatUtcDay(intl, attachment.date)}</span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
