import { FileText, Image } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDay } from '#features/applications/shared/labels.ts';
import { getAttachmentId, type Attachment } from './queries.ts';

/** The uploaded files, which open in the viewer. */
export function AttachmentList({
  exhibits,
  onShow,
}: {
  exhibits: readonly Attachment[];
  onShow: (at: number) => void;
}) {
  const intl = useIntl();
  return (
    <section className="exhibits" aria-labelledby="exhibits-title">
      <h3 id="exhibits-title">
        <FormattedMessage id="association.exhibits.title" />
        <kbd className="only-wide" aria-hidden="true">
          P
        </kbd>
      </h3>
      <ul>
        {exhibits.map((exhibit, at) => {
          const Icon = exhibit.isPdf ? FileText : Image;
          return (
            <li key={getAttachmentId(exhibit)}>
              <button type="button" onClick={() => onShow(at)}>
                <Icon size={18} aria-hidden="true" />
                <span className="grow" dir="auto">
                  {exhibit.name}
                </span>
                {exhibit.date !== null && <span className="num">{formatDay(intl, exhibit.date)}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
