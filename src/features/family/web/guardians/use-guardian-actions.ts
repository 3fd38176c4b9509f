import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Invite, RemovalRequest } from '#features/family/shared/contract.ts';
import { familyClient } from '#features/family/web/client.ts';
import { refreshFamily } from '#features/family/web/queries.ts';

/** The child whose guardians are shown: to a guardian, or to the child itself. */
export interface Ward {
  affiliateId: number;
  isOwn: boolean;
  /** Empty on the child's own page. */
  name: string;
  hasEmail: boolean;
}

export type GuardianActions = ReturnType<typeof useGuardianActions>;

/** Actions of the guardian list that need no dialog. */
export function useGuardianActions({ name: child }: Ward) {
  const intl = useIntl();
  const onError = (error: Error) => {
    showToast({ text: formatErrorMessage(intl, error) });
    void refreshFamily();
  };
  const action = useMutation({ mutationFn: (run: () => Promise<void>) => run(), onError, onSuccess: refreshFamily });
  const notifyDone = (id: MessageId, values: Record<string, string> = {}) =>
    showToast({ text: intl.formatMessage({ id }, { child, ...values }) });

  const withdraw = ({ id, email }: Invite) =>
    action.mutate(async () => {
      await familyClient('DELETE Invites/{id}', { params: { id } });
      const restore = async () => void (await familyClient('POST Invites/{id}/restore', { params: { id } }));
      showToast({
        text: intl.formatMessage({ id: 'family.invite.canceled' }, { email }),
        undo: { label: intl.formatMessage({ id: 'family.undo' }), onUndo: () => action.mutate(restore) },
      });
    });

  const agree = ({ id, email }: Invite) =>
    action.mutate(async () => {
      const { state } = await familyClient('POST Invites/{id}/agree', { params: { id } });
      notifyDone(state === 'sent' ? 'family.invite.sent' : 'family.invite.agreed', { email });
    });

  const veto = ({ id, email }: Invite) =>
    action.mutate(async () => {
      await familyClient('POST Invites/{id}/veto', { params: { id } });
      notifyDone('family.invite.vetoed', { email });
    });

  const agreeToRemoval = ({ id }: RemovalRequest) =>
    action.mutate(async () => {
      await familyClient('POST Removals/{id}/agree', { params: { id } });
      notifyDone('family.guardians.left');
    });

  const declineRemoval = ({ id, requestedBy: name }: RemovalRequest) =>
    action.mutate(async () => {
      await familyClient('POST Removals/{id}/decline', { params: { id } });
      notifyDone('family.removal.declined', { name });
    });

  const cancelRemoval = ({ id }: RemovalRequest) =>
    action.mutate(async () => {
      await familyClient('DELETE Removals/{id}', { params: { id } });
      notifyDone('family.removal.canceled');
    });

  return { withdraw, agree, veto, agreeToRemoval, declineRemoval, cancelRemoval, isBusy: action.isPending };
}
