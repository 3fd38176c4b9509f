import { Download, EllipsisVertical, PencilLine, Trash2, Undo2 } from '#ui/icons/icons.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router';
import { currentToken } from '#platform/web/session/session.ts';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { MenuPopover } from '#ui/overlays/menu.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { canDelete, canEditNotes, canWithdraw } from '#features/logbook/shared/policy.ts';
import { getEditPath } from '#features/logbook/web/dive-text.tsx';
import { useWithdrawal } from '#features/logbook/web/queries.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { useDiveRemoval } from '#features/logbook/web/use-dive-removal.tsx';

const ExportDialog = lazy(async () => ({
  default: (await import('#features/logbook/web/exports/export-dialog.tsx')).ExportDialog,
}));

const editNames: Partial<Record<DiveLog['status'], MessageId>> = {
  Draft: 'logbook.dive.finish',
  Returned: 'logbook.dive.resubmit',
  Verified: 'logbook.dive.edit_notes',
};

/** The actions available to the diver in the current status. */
export function DiveActions({ log }: { log: DiveLog }) {
  const viewer = currentToken();
  const { status } = log;
  const needsYou = status === 'Draft' || status === 'Returned';
  // The menu stays beside the last button, because a long label would push it to a line of its own.
  return (
    <div className="flex min-w-0 items-center gap-3">
      {canWithdraw(log, viewer) && <WithdrawButton log={log} />}
      {canEditNotes(log, viewer) && (
        <Link to={getEditPath(log)} className={buttonClass({ kind: needsYou ? 'filled' : 'outlined' })}>
          <PencilLine size={18} aria-hidden="true" />
          <FormattedMessage id={editNames[status] ?? 'logbook.dive.edit'} />
        </Link>
      )}
      <MoreMenu log={log} />
    </div>
  );
}

function WithdrawButton({ log: { id, version } }: { log: DiveLog }) {
  const intl = useIntl();
  const withdraw = useWithdrawal();
  const press = () =>
    withdraw.mutate(
      { id, version },
      {
        onSuccess: () => void showToast({ text: intl.formatMessage({ id: 'logbook.dive.withdrawn' }) }),
        onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
      },
    );
  return (
    <Button kind="outlined" isBusy={withdraw.isPending} onClick={press}>
      <Undo2 size={18} aria-hidden="true" className="flip" />
      <FormattedMessage id="logbook.dive.withdraw" />
    </Button>
  );
}

/** Drafts can't be exported, and verified dives can't be deleted. */
function MoreMenu({ log }: { log: DiveLog }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { remove } = useDiveRemoval();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isExporting, setIsExporting] = useState(false);
  const label = intl.formatMessage({ id: 'logbook.dive.more' });
  const icon = { size: 20, 'aria-hidden': true } as const;
  return (
    <>
      <IconButton
        ref={trigger}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <EllipsisVertical size={22} aria-hidden="true" />
      </IconButton>
      <MenuPopover
        label={label}
        triggerRef={trigger}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        items={[
          ...(log.status === 'Draft'
            ? []
            : [
                {
                  id: 'export',
                  label: intl.formatMessage({ id: 'logbook.export.action' }),
                  icon: <Download {...icon} />,
                  onAction: () => setIsExporting(true),
                },
              ]),
          ...(canDelete(log, currentToken())
            ? [
                {
                  id: 'delete',
                  label: intl.formatMessage({ id: 'logbook.dive.delete' }),
                  icon: <Trash2 {...icon} />,
                  onAction: () => {
                    void navigate('/logbook/list');
                    void remove(log, () => undefined);
                  },
                },
              ]
            : []),
        ]}
      />
      <Suspense>{isExporting && <ExportDialog ids={[log.id]} onClose={() => setIsExporting(false)} />}</Suspense>
    </>
  );
}
