import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { defaultReturnPath } from '#platform/shared/return-path.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';

export function UnauthorizedScreen() {
  return (
    <EmptyState
      level={1}
      drawing={<CardDrawing />}
      title={<FormattedMessage id="shell.unauthorized.title" />}
      text={<FormattedMessage id="shell.unauthorized.text" />}
      action={
        <Link className={buttonClass()} to={defaultReturnPath}>
          <FormattedMessage id="shell.unauthorized.action" />
        </Link>
      }
    />
  );
}
