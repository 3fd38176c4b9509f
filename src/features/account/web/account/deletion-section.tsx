import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import { boot } from '#platform/web/session/boot.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Card } from '#ui/layout/card.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { deletionDays } from '#features/account/shared/rules.ts';
import type { AccountState } from '#features/account/shared/security-contract.ts';
import { toErrorMessageId } from '#features/account/web/error-message-id.ts';
import { useAccountCache } from './account-queries.ts';
import { personalDataClient } from '#features/account/web/client.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import { applyDeletion } from '#features/account/web/session/session.ts';
import { SettingsSection } from '#features/account/web/settings-section.tsx';

export function DeletionSection({ account }: { account: AccountState }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  if (account.deletion !== null) return null;
  const isOwn = account.relation === 'self';
  const values = {
    name: <bdi>{account.firstName}</bdi>,
    association: boot.brand.name,
    days: deletionDays,
  };
  return (
    <SettingsSection
      title={
        <FormattedMessage id={isOwn ? 'account.deletion.title' : 'account.deletion.title.child'} values={values} />
      }
      text={<FormattedMessage id={isOwn ? 'account.deletion.text' : 'account.deletion.text.child'} values={values} />}
    >
      <Card>
        <p>
          <FormattedMessage id="account.deletion.kept" values={values} />
        </p>
        <Button kind="outlined" className="mt-4" onClick={() => setIsDialogOpen(true)}>
          <FormattedMessage id="account.deletion.ask" />
        </Button>
      </Card>
      {isDialogOpen && <DeletionDialog account={account} onClose={() => setIsDialogOpen(false)} />}
    </SettingsSection>
  );
}

/** The notice of a scheduled deletion, with a button that cancels it. */
export function DeletionNotice({ account }: { account: AccountState }) {
  const { affiliateId, deletion, relation } = account;
  const { change } = useAccountCache(affiliateId);
  const [isBusy, setIsBusy] = useState(false);
  useScrollToDeletionNotice(deletion !== null);
  if (deletion === null) return null;
  const isOwn = relation === 'self';

  async function cancelDeletion(): Promise<void> {
    setIsBusy(true);
    try {
      await personalDataClient('DELETE user/{affiliateId}/deletion', { params: { affiliateId } });
      change((state) => ({ ...state, deletion: null }));
      if (isOwn) applyDeletion(null);
      showToast({ text: <FormattedMessage id="account.deletion.cancelled" /> });
    } catch (error) {
      showToast({ text: <FormattedMessage id={toErrorMessageId(error)} /> });
    } finally {
      // The notice stays mounted, because it may be needed again.
      setIsBusy(false);
    }
  }

  return (
    <Callout kind="alert" isLive>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="min-w-[220px] flex-1">
          <b className="block text-md">
            <FormattedMessage
              id={isOwn ? 'account.deletion.planned' : 'account.deletion.planned.child'}
              values={{
                name: <bdi>{account.firstName}</bdi>,
                date: <FormattedDay value={deletion.dueAt} format="long" />,
              }}
            />
          </b>
          <FormattedMessage id="account.deletion.until" />
        </p>
        <Button kind="outlined" isBusy={isBusy} onClick={() => void cancelDeletion()}>
          <FormattedMessage id={isOwn ? 'account.deletion.keep' : 'account.deletion.keep.child'} />
        </Button>
      </div>
    </Callout>
  );
}

/** After a request on this page, the focused button is gone, so the page scrolls to the notice at the top. */
function useScrollToDeletionNotice(isPlanned: boolean): void {
  const wasPlanned = useRef(isPlanned);
  useEffect(() => {
    const isNew = isPlanned && !wasPlanned.current;
    wasPlanned.current = isPlanned;
    if (!isNew) return;
    // Waits until the dialog has released the page.
    const frame = requestAnimationFrame(() => {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlanned]);
}
