import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useParams } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { ApiError } from '#platform/web/client/client.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { canEditNotes, canVerify, isOwnDive } from '#features/logbook/shared/policy.ts';
import { DecisionButtons } from '#features/logbook/web/verification/decision-buttons.tsx';
import { DiveActions } from './dive-actions.tsx';
import { DiveFacts } from './dive-facts.tsx';
import { DiveFigures } from './dive-figures.tsx';
import { DiveNotes, DivePeople } from './dive-notes.tsx';
import { DiveStatus } from './dive-status.tsx';
import { DiveSubtitle } from './dive-subtitle.tsx';
import { formatLesson, StatusChip } from '#features/logbook/web/dive-text.tsx';
import { PhotoGallery } from '#features/logbook/web/photos/photo-gallery.tsx';
import { useDiveLog, useLogbookUpdates } from '#features/logbook/web/queries.ts';
import { useTitleFocus } from '#features/logbook/web/use-title-focus.ts';

export function DiveScreen() {
  const { logId } = useParams();
  const intl = useIntl();
  const query = useDiveLog(logId);
  useLogbookUpdates();
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'logbook.dive.loading' })} className="grid gap-6">
          <Skeleton height={40} width="60%" />
          <Skeleton height={300} />
          <Skeleton height={160} />
        </SkeletonGroup>
      }
      renderError={(error) =>
        error instanceof ApiError && ['not_found', 'request.invalid'].includes(error.code) && <NoDive />
      }
    >
      {(log) => <Dive log={log} />}
    </QueryView>
  );
}

function Dive({ log }: { log: DiveLog }) {
  const intl = useIntl();
  const viewer = currentToken();
  const isOwn = isOwnDive(log, viewer);
  useTitleFocus(log.status);
  return (
    <>
      <PageHead
        back={
          <BackLink to={isOwn ? '/logbook/list' : '/logbook/verification'}>
            <FormattedMessage id={isOwn ? 'logbook.title' : 'logbook.dive.to_inbox'} />
          </BackLink>
        }
        eyebrow={formatLesson(intl, log)}
        title={<bdi>{log.dive_title || intl.formatMessage({ id: 'logbook.show.untitled' })}</bdi>}
        text={<DiveSubtitle log={log} hasDiver={!isOwn} />}
        end={
          <>
            <StatusChip status={log.status} />
            {isOwn && <DiveActions log={log} />}
            {canVerify(log, viewer) && <DecisionButtons log={log} />}
          </>
        }
      />
      <div className="mt-5 empty:hidden">
        <DiveStatus log={log} isOwn={isOwn} />
      </div>
      <DiveFigures log={log} />
      <PageColumns className="mt-10">
        <div>
          <PhotoGallery log={log} canEdit={canEditNotes(log, viewer)} />
          <DiveNotes log={log} />
          <DiveFacts log={log} />
        </div>
        <aside>
          <DivePeople log={log} />
        </aside>
      </PageColumns>
    </>
  );
}

function NoDive() {
  return (
    <EmptyState
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="logbook.dive.none" />}
      text={<FormattedMessage id="logbook.dive.none_text" />}
      action={
        <Link className={buttonClass()} to="/logbook/list">
          <FormattedMessage id="logbook.dive.to_logbook" />
        </Link>
      }
    />
  );
}
