import { FormattedMessage } from 'react-intl';
import { Link, Navigate } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';

interface RecordErrorProps {
  error: Error;
  packageId: string;
  query: QueryState<unknown>;
}

/** 401 redirects to the unauthorized page, missing records show an empty state, and other errors offer a retry. */
export function RecordError({ error, packageId, query }: RecordErrorProps) {
  const status = error instanceof ApiError ? error.status : 500;
  if (status === 401) return <Navigate to="/training/unauthorized" replace />;
  if ([400, 403, 404].includes(status))
    return (
      <EmptyState
        level={1}
        drawing={<CompassDrawing />}
        title={<FormattedMessage id="learning.record.none" />}
        text={
          status === 403 ? (
            <FormattedMessage id="learning.record.none_text" />
          ) : (
            <FormattedMessage id="learning.record.no_course" values={{ id: <bdi>{packageId}</bdi> }} />
          )
        }
        action={
          <Link className={buttonClass()} to="/training/dashboard">
            <FormattedMessage id="learning.record.to_dashboard" />
          </Link>
        }
      />
    );
  return <LoadFailure query={query} level={1} />;
}
