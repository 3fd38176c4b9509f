import { FormattedMessage, useIntl } from 'react-intl';
import { formatDateTime } from '#platform/shared/format-day.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { canVerify } from '#features/logbook/shared/policy.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import { DeviationNote } from './deviation-list.tsx';
import { DiveFacts } from '#features/logbook/web/dive/dive-facts.tsx';
import { DiveFigures } from '#features/logbook/web/dive/dive-figures.tsx';
import { DiveNotes, DivePeople } from '#features/logbook/web/dive/dive-notes.tsx';
import { DiveSubtitle } from '#features/logbook/web/dive/dive-subtitle.tsx';
import { PhotoGallery } from '#features/logbook/web/photos/photo-gallery.tsx';
import { useDiveLog } from '#features/logbook/web/queries.ts';

/** The open dive of the inbox, with its actions always visible. */
export function VerificationDetail({ id, isQuiet }: { id: string; isQuiet: boolean }) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'logbook.inbox.detail' });
  return (
    <aside
      // The buttons are visible without scrolling.
      className="card overflow-clip xl:sticky xl:top-[calc(var(--header)+var(--s-6))] xl:flex xl:flex-col xl:max-h-[calc(100dvh-264px-var(--tour))]"
      aria-label={label}
    >
      <QueryView
        query={useDiveLog(id)}
        skeleton={
          <SkeletonGroup label={intl.formatMessage({ id: 'logbook.dive.loading' })} className="grid gap-4 p-5">
            <Skeleton height={28} width="60%" />
            <Skeleton height={180} />
            <Skeleton height={120} />
          </SkeletonGroup>
        }
      >
        {(log) => (
          <>
            {/* The element scrolls, so it must be reachable by keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <section className="p-5 overflow-y-auto" tabIndex={0} aria-label={label}>
              <h2>
                <bdi>{log.diver_name}</bdi>
              </h2>
              <p className="font-strong">
                <bdi>{log.dive_title}</bdi>
              </p>
              <p className="text-sm text-ink-2">
                <DiveSubtitle log={log} />
              </p>
              {log.submitted_at !== null && (
                <p className="text-sm text-ink-2">
                  <FormattedMessage
                    id="logbook.inbox.submitted"
                    values={{
                      date: formatDateTime(intl, log.submitted_at),
                    }}
                  />
                </p>
              )}
              <DeviationNote deviations={log.deviations} />
              <DiveFigures log={log} isCompact />
              <div className="mt-6">
                <PhotoGallery log={log} canEdit={false} />
                <DiveNotes log={log} />
                <DiveFacts log={log} isCompact />
                <DivePeople log={log} isCompact />
              </div>
            </section>
            {canVerify(log, currentToken()) && (
              <div className="flex gap-3 py-3 px-5 border-t border-line">
                <DecisionButtons className="flex-auto" log={log} isQuiet={isQuiet} />
              </div>
            )}
          </>
        )}
      </QueryView>
    </aside>
  );
}
