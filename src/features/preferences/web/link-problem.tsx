import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';

/** The link is truncated or its target is gone, so a retry would not help. */
export function isLinkUnknown(error: Error | null): boolean {
  return error instanceof ApiError && [400, 404].includes(error.status);
}

/** The owner is identified by the link, or by signing in. */
export function LinkProblem({ why }: { why: 'missing' | 'unknown' }) {
  return (
    <EmptyState
      isCard
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id={`preferences.link.${why}.title`} />}
      text={<FormattedMessage id={`preferences.link.${why}.text`} />}
      action={
        <Link className={buttonClass()} to="/preferences/subscriber">
          <FormattedMessage id="preferences.link.sign_in" />
        </Link>
      }
    />
  );
}
