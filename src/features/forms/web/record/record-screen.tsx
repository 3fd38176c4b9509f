import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation, useParams } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { ApiError } from '#platform/web/client/client.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { formsPath } from '#features/forms/web/queries.ts';
import { RecordBody } from './record-body.tsx';
import { useRecord } from './record-queries.ts';

/** One signed form, for the diver, a guardian, those it names, and the association. */
export function FormRecordScreen() {
  const { documentId = '' } = useParams();
  const query = useRecord(documentId);
  return (
    <QueryView
      query={query}
      skeleton={<RecordSkeleton />}
      renderError={(error) =>
        error instanceof ApiError && [400, 404, 410].includes(error.status) ? (
          <RecordNotFound isRemoved={error.status === 410} />
        ) : (
          <>
            <PageHead back={<RecordBackLink />} title={<FormattedMessage id="forms.record.title" />} />
            <div className="mt-6">
              <LoadFailure isCard query={query} />
            </div>
          </>
        )
      }
    >
      {(record) => (
        <RecordBody key={documentId} record={record} back={<RecordBackLink affiliateId={record.affiliateId} />} />
      )}
    </QueryView>
  );
}

/** Leads to the list it came from: a child's, the user's own, or the received forms. */
function RecordBackLink({ affiliateId }: { affiliateId?: number }): ReactNode {
  const from = (useLocation().state as { from?: string } | null)?.from;
  const token = currentToken();
  const isOthers = affiliateId !== undefined && affiliateId !== token?.affiliateId;
  const isNamed = token?.role === 'professional' || token?.role === 'store';
  const list = !isOthers ? formsPath : isNamed ? `${formsPath}?tab=received` : `${formsPath}?for=${affiliateId}`;
  return (
    <BackLink to={from ?? list}>
      <FormattedMessage id="forms.list.title" />
    </BackLink>
  );
}

function RecordNotFound({ isRemoved }: { isRemoved: boolean }) {
  const which = isRemoved ? 'removed' : 'none';
  return (
    <EmptyState
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id={`forms.record.${which}`} />}
      text={<FormattedMessage id={`forms.record.${which}_text`} />}
      action={
        <Link className={buttonClass({ kind: 'outlined' })} to={formsPath}>
          <FormattedMessage id="forms.record.all" />
        </Link>
      }
    />
  );
}

/** Has no heading, so the focus moves to the heading of the loaded page. */
function RecordSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'forms.record.loading' })} className="grid gap-6">
      <Skeleton height={72} width="60%" />
      <PageColumns>
        <Skeleton height={320} />
        <Skeleton height={220} />
      </PageColumns>
    </SkeletonGroup>
  );
}
