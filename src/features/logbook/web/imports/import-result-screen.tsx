import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useParams } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Stat } from '#ui/display/stat.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { BackLink } from '#ui/layout/back-link.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { diveFileErrorCodes } from '#features/logbook/shared/dive-files/dive-file.ts';
import type { DiveImport } from '#features/logbook/shared/import-contract.ts';
import { importActions } from '#features/logbook/shared/import-limits.ts';
import { useLogbookUpdates } from '#features/logbook/web/queries.ts';
import { useTitleFocus } from '#features/logbook/web/use-title-focus.ts';
import { useImport } from './import-queries.ts';
import { LossReport } from './loss-report.tsx';
import { UndoImport } from './undo-import.tsx';

/** A running import, or its result. */
export function ImportResultScreen() {
  const intl = useIntl();
  const { importId = '' } = useParams();
  const query = useImport(importId);
  useLogbookUpdates();
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'logbook.list.loading' })} className="grid gap-6">
          <Skeleton height={40} width="60%" />
          <Skeleton height={120} />
        </SkeletonGroup>
      }
      isEmpty={(item) => item === null}
      empty={<NoImport />}
    >
      {(item) => item !== null && <ImportResult item={item} />}
    </QueryView>
  );
}

function ImportResult({ item }: { item: DiveImport }) {
  const { status, added, attached } = item;
  const isDone = status === 'done' || status === 'undone';
  useTitleFocus(status);
  return (
    <>
      <PageHead
        back={
          <BackLink to="/logbook/import">
            <FormattedMessage id="logbook.import.title" />
          </BackLink>
        }
        title={
          status === 'done' ? (
            <FormattedMessage id="logbook.import.added" values={{ count: added + attached }} />
          ) : (
            <FormattedMessage id={`logbook.import.state.${status}` as MessageId} />
          )
        }
        end={
          isDone && (
            <Link to="/logbook/list" className={buttonClass({ kind: status === 'done' ? 'filled' : 'outlined' })}>
              <FormattedMessage id="logbook.dive.to_logbook" />
            </Link>
          )
        }
      />
      <div className="mt-6 grid grid-cols-1 gap-8">
        {status === 'importing' && <ImportProgress item={item} />}
        {status === 'failed' && <ImportFailure item={item} />}
        {isDone && (
          <>
            <Counts item={item} />
            <UndoImport item={item} />
            <LossReport item={item} />
          </>
        )}
      </div>
    </>
  );
}

function ImportProgress({ item: { done_count: done, dive_count: total, files } }: { item: DiveImport }) {
  const id = useId();
  const filesRead = files.filter(({ format }) => format !== null).length;
  return (
    <div className="grid gap-2 lg:max-w-140">
      <p id={id} className="num" aria-live="polite">
        {/* The number of dives is known when all files were read. */}
        {total === 0 ? (
          <FormattedMessage id="logbook.import.reading" values={{ done: filesRead, total: files.length }} />
        ) : (
          <FormattedMessage id="logbook.import.progress" values={{ done, total }} />
        )}
      </p>
      <ProgressBar percent={total === 0 ? 0 : Math.round((done / total) * 100)} labelledBy={id} />
      <p className="text-sm text-ink-2">
        <FormattedMessage id="logbook.import.leave" />
      </p>
    </div>
  );
}

/** The problem is the code of the reader and the name of the file, unless the server itself failed. */
function ImportFailure({ item: { problem } }: { item: DiveImport }) {
  const code = diveFileErrorCodes.find((known) => problem?.startsWith(`${known} `)) ?? 'unexpected';
  return (
    <div className="lg:max-w-140">
      <Callout kind="alert">
        {code !== 'unexpected' && (
          <p>
            <bdi className="font-strong">{problem?.slice(code.length + 1)}</bdi>
          </p>
        )}
        <p>
          <FormattedMessage id={`logbook.import.error.${code}` as MessageId} />
        </p>
        {code !== 'unexpected' && (
          <p>
            <FormattedMessage id="logbook.mail.import_failed.message" values={{ reason: 'file' }} />
          </p>
        )}
      </Callout>
      <Link to="/logbook/import" className={clsx('mt-5', buttonClass())}>
        <FormattedMessage id="logbook.form.failed.again" />
      </Link>
    </div>
  );
}

function Counts({ item }: { item: DiveImport }): ReactNode {
  const intl = useIntl();
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-4">
      {importActions
        .filter((action) => action === 'added' || item[action] > 0)
        .map((action) => (
          <Stat
            key={action}
            value={intl.formatNumber(item[action])}
            label={<FormattedMessage id={`logbook.import.action.${action}`} />}
          />
        ))}
    </div>
  );
}

function NoImport() {
  return (
    <EmptyState
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="logbook.import.none" />}
      action={
        <Link className={buttonClass()} to="/logbook/import">
          <FormattedMessage id="logbook.import.title" />
        </Link>
      }
    />
  );
}
