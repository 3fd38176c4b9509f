import { Lock } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { formClient } from '#features/forms/web/client.ts';
import { useAnswersState, useOpenForms } from './form-context.ts';
import { refreshForms } from '#features/forms/web/queries.ts';

/** Rendered even if empty, so screen readers announce notices that appear later. */
export function FormNotices() {
  const { draft, autosave } = useOpenForms();
  const { loss } = useAnswersState(autosave);
  return (
    <div className="grid gap-4 not-empty:mb-4" aria-live="polite">
      {loss !== null && (
        <Callout kind="alert">
          <FormattedMessage id={`forms.fill.loss.${loss}` as MessageId} />
        </Callout>
      )}
      {draft.hasNewVersion && (
        <Callout kind="wait">
          <FormattedMessage id="forms.fill.new_version" />
        </Callout>
      )}
      {draft.state === 'signing' && <LockedNotice />}
    </div>
  );
}

/**
 * A signed draft is locked; a signer can withdraw the signatures to change it. A child on the guardian's device reads
 * whose signature it is and can't withdraw it.
 */
function LockedNotice() {
  const intl = useIntl();
  const { draft, signing } = useOpenForms();
  const [isBusy, setIsBusy] = useState(false);
  const signed = draft.signers.filter(({ signedDate }) => signedDate !== null);
  async function reopen(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await formClient('POST Drafts/{id}/reopen', { params: { id: draft.id } });
      showToast({ text: intl.formatMessage({ id: 'forms.fill.reopened' }) });
    } catch (error) {
      showToast({ text: formatErrorMessage(intl, error) });
    }
    await refreshForms();
    setIsBusy(false);
  }
  return (
    <Callout icon={<Lock size={20} aria-hidden="true" />}>
      <p>
        <FormattedMessage
          id="forms.fill.locked"
          values={{
            whose: !signing.isHandedOver && signed.some(({ isYou }) => isYou) ? 'you' : 'other',
            name: <bdi>{signed[0]?.name}</bdi>,
          }}
        />
      </p>
      {!signing.isHandedOver && draft.signers.some(({ isYou }) => isYou) && (
        <LinkButton className="-mb-2 py-2 text-start" onClick={() => void reopen()} aria-disabled={isBusy || undefined}>
          <FormattedMessage id="forms.fill.reopen" />
        </LinkButton>
      )}
    </Callout>
  );
}
