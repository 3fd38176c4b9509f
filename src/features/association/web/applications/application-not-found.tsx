import { FormattedMessage } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { Callout } from '#ui/feedback/callout.tsx';
import { BackButton, DetailPane } from '#features/association/web/desk-layout.tsx';

interface ApplicationNotFoundProps {
  id: string;
  /** Set when the detail is a page of its own. */
  onBack: (() => void) | null;
}

/** Shown when the requested application is not in the list, instead of selecting another one. */
export function ApplicationNotFound({ id, onBack }: ApplicationNotFoundProps) {
  const { pathname, search } = useLocation();
  return (
    <DetailPane>
      {onBack && (
        <BackButton onBack={onBack}>
          <FormattedMessage id="association.applications.back" />
        </BackButton>
      )}
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
    </DetailPane>
  );
}
