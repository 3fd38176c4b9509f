import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { currentToken } from '#platform/web/session/session.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { isInstructor } from '#domain/roles.ts';
import { useLogbookUpdates, useLogsToVerify } from '#features/logbook/web/queries.ts';
import { useTitleFocus } from '#features/logbook/web/use-title-focus.ts';
import { VerificationInbox } from './verification-inbox.tsx';

export function VerificationScreen() {
  const isTeaching = isInstructor(currentToken()?.affiliateTypeId ?? 0);
  const query = useLogsToVerify(isTeaching);
  useLogbookUpdates();
  const count = query.data?.pages.at(-1)?.total ?? 0;
  useTitleFocus(count);
  return (
    <>
      <PageHead
        back={
          <BackLink to="/logbook/list">
            <FormattedMessage id="logbook.title" />
          </BackLink>
        }
        title={<FormattedMessage id="logbook.inbox.title" />}
        text={count > 0 && <FormattedMessage id="logbook.inbox.text" values={{ count }} />}
        end={
          isTeaching && (
            <Link to="/training/students" className={buttonClass({ kind: 'outlined' })}>
              <FormattedMessage id="logbook.inbox.students" />
            </Link>
          )
        }
      />
      <div className="mt-6">
        {isTeaching ? (
          <QueryView
            query={query}
            skeleton={<InboxSkeleton />}
            isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
            empty={
              <EmptyState
                isCard
                drawing={<BuoyDrawing />}
                title={<FormattedMessage id="logbook.inbox.empty" />}
                text={<FormattedMessage id="logbook.inbox.empty_text" />}
              />
            }
          >
            {({ pages }) => <VerificationInbox waiting={pages.flatMap(({ items }) => items)} query={query} />}
          </QueryView>
        ) : (
          <NotAllowed />
        )}
      </div>
    </>
  );
}

function NotAllowed() {
  return (
    <EmptyState
      isCard
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="logbook.inbox.not_for_you" />}
      text={<FormattedMessage id="logbook.inbox.not_for_you_text" />}
      action={
        <Link to="/logbook/list" className={buttonClass()}>
          <FormattedMessage id="logbook.dive.to_logbook" />
        </Link>
      }
    />
  );
}

function InboxSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'logbook.inbox.loading' })} className="grid gap-4">
      <Skeleton height={200} />
      <Skeleton height={120} />
    </SkeletonGroup>
  );
}
