import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { SlateDrawing } from '#ui/drawings/slate-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { Application } from '#features/applications/shared/application.ts';
import { ownApplicationsPath } from './paths.ts';
import { useApplication } from './queries.ts';

/** Loads the application of the route, with its loading, error and not-found states. */
export function ApplicationFrame({ children }: { children: (application: Application) => ReactNode }) {
  const intl = useIntl();
  const id = Number(useParams()['applicationId']);
  const query = useApplication(id);
  const { error } = query;
  if (error instanceof ApiError && ['not_found', 'request.invalid'].includes(error.code))
    return <ApplicationNotFound />;
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'applications.loading' })} className="grid gap-4">
          <Skeleton height={66} width="60%" />
          <SkeletonRows count={3} height={120} />
        </SkeletonGroup>
      }
      isCard
      level={1}
    >
      {/* The key resets form state when the route changes to another application. */}
      {(application) => <div key={application.id}>{children(application)}</div>}
    </QueryView>
  );
}

function ApplicationNotFound() {
  return (
    <EmptyState
      level={1}
      drawing={<SlateDrawing />}
      title={<FormattedMessage id="applications.gone.title" />}
      text={<FormattedMessage id="applications.gone.text" />}
      action={
        <Link className={buttonClass()} to={ownApplicationsPath}>
          <FormattedMessage id="applications.gone.back" />
        </Link>
      }
    />
  );
}
