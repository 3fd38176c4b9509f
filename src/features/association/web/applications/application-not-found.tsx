import { FormattedMessage } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { Callout } from '#ui/feedback/callout.tsx';
import { BackToListButton } from './back-to-list-button.tsx';

interface ApplicationNotFoundProps {
  id: string;
  /** Set when the detail is a page of its own. */
  onBack: (() => void) | null;
}

/** Shown when the requested application is not in the list, instead of selecting another one. */
export function ApplicationNotFound({ id, onBack }: ApplicationNotFoundProps) {
  const { pathname, search } = useLocation();
  return (
    <section className="flex flex-col min-w-0 min-h-0 bg-surface lg:overflow-hidden xl:border-s xl:border-line">
      <div className="flex relative flex-1 flex-col gap-4 py-4 px-gutter lg:overflow-auto lg:p-5 lg:pe-6">
        {onBack && <BackToListButton onBack={onBack} />}
        <div role="alert">
          <Callout kind="wait">
            <FormattedMessage id="association.applications.missing" values={{ number: id }} />
          </Callout>
        </div>
        <p>
          <Link to={`/applications/${id}`} state={{ from: `${pathname}${search}` }}>
            <FormattedMessage id="association.applications.whole" />
          </Link>
        </p>
      </div>
    </section>
  );
}
