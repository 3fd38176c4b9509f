import { FormattedMessage } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { defaultReturnPath } from '#platform/shared/return-path.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';

/** Says who may open the page that redirected here, and as whom the person is signed in. */
export function UnauthorizedScreen() {
  const need = useLocation().hash.slice(1);
  const name = currentToken()?.givenName;
  return (
    <EmptyState
      level={1}
      drawing={<CardDrawing />}
      title={<FormattedMessage id="shell.unauthorized.title" />}
      text={
        need === '' || name === undefined ? (
          <FormattedMessage id="shell.unauthorized.text" />
        ) : (
          <FormattedMessage id="shell.unauthorized.role" values={{ need, name: <bdi>{name}</bdi> }} />
        )
      }
      action={
        <Link className={buttonClass()} to={defaultReturnPath}>
          <FormattedMessage id="shell.unauthorized.action" />
        </Link>
      }
    />
  );
}
