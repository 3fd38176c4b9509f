import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { DiveImport, KeptDive } from '#features/logbook/shared/import-contract.ts';
import { refreshLogbook } from '#features/logbook/web/queries.ts';
import { importDocuments } from './import-documents.ts';

/** Undoes the import, and then lists the dives that it kept. */
export function UndoImport({ item: { id, undo_until: until } }: { item: DiveImport }) {
  const intl = useIntl();
  const [isAsking, setIsAsking] = useState(false);
  const undo = useMutation({
    mutationFn: async () => (await graphql(importDocuments.undoImport, { id })).undoImport,
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
    onSettled: () => {
      setIsAsking(false);
      refreshLogbook();
    },
  });
  if (undo.data !== undefined) return <UndoneImport {...undo.data} />;
  if (until === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button kind="outlined" onClick={() => setIsAsking(true)}>
        <FormattedMessage id="logbook.import.undo" />
      </Button>
      <span className="text-sm text-ink-2">
        <FormattedMessage id="logbook.import.undo_until" values={{ date: formatDay(intl, until, 'long') }} />
      </span>
      <Dialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={<FormattedMessage id="logbook.import.undo" />}
        actions={
          <>
            <Button kind="quiet" onClick={() => setIsAsking(false)}>
              <FormattedMessage id="shell.close" />
            </Button>
            <Button isBusy={undo.isPending} onClick={() => undo.mutate()}>
              <FormattedMessage id="logbook.import.undo" />
            </Button>
          </>
        }
      >
        <p>
          <FormattedMessage id="logbook.import.undo_text" />
        </p>
      </Dialog>
    </div>
  );
}

function UndoneImport({ removed, detached, kept }: { removed: number; detached: number; kept: readonly KeptDive[] }) {
  return (
    <Callout isLive>
      <p>
        <FormattedMessage id="logbook.import.undone" values={{ removed, detached }} />
      </p>
      {kept.length > 0 && (
        <>
          <p>
            <FormattedMessage id="logbook.import.kept_dives" values={{ count: kept.length }} />
          </p>
          <ul className="mt-1 list-disc ps-5">
            {kept.map(({ log_id: logId, dive_title: title, reason }) => (
              <li key={logId}>
                <Link to={`/logbook/dive/${logId}`} dir="auto">
                  {title}
                </Link>{' '}
                (<FormattedMessage id={`logbook.import.kept.${reason}`} />)
              </li>
            ))}
          </ul>
        </>
      )}
    </Callout>
  );
}
