import { FileText, Image } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { dayText } from '../../applications/shared/words.ts';
import { exhibitId, type Exhibit } from './application-queries.ts';

/** What was sent in; one opens large over the list. */
export function ExhibitList({ exhibits, onShow }: { exhibits: readonly Exhibit[]; onShow: (at: number) => void }) {
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
            <li key={exhibitId(exhibit)}>
              <button type="button" onClick={() => onShow(at)}>
                <Icon size={18} aria-hidden="true" />
                <span className="grow" dir="auto">
                  {exhibit.name}
                </span>
                {exhibit.date !== null && <span className="num">{dayText(intl, exhibit.date)}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
