import { FormattedMessage } from 'react-intl';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Device } from '#features/account/shared/security-contract.ts';
import { toErrorMessageId } from '#features/account/web/error-message-id.ts';
import { useAccountCache } from './account-queries.ts';
import { securityClient } from '#features/account/web/client.ts';

/** Removes devices from the list optimistically; devices that the server didn't sign out come back. */
export function useSignOutDevices(affiliateId: number) {
  const { change, refresh } = useAccountCache(affiliateId);
  return async (ended: readonly Device[]) => {
    const ids = new Set(ended.map(({ id }) => id));
    change((state) => ({ ...state, devices: state.devices.filter(({ id }) => !ids.has(id)) }));
    const answers = await Promise.allSettled(
      ended.map(({ id }) => securityClient('DELETE user/{affiliateId}/sessions/{id}', { params: { affiliateId, id } })),
    );
    const failed = answers.find((answer) => answer.status === 'rejected');
    showToast({
      text:
        failed === undefined ? (
          <FormattedMessage id="account.devices.signed_out" values={{ count: ended.length }} />
        ) : (
          <FormattedMessage id={toErrorMessageId(failed.reason)} />
        ),
    });
    await refresh();
  };
}
