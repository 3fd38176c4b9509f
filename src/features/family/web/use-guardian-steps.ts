import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { failureText } from '../../../platform/web/failure-text.ts';
import { showToast } from '../../../ui/toast-store.ts';
import type { Guardian, Invite } from '../shared/contract.ts';
import { family } from './client.ts';
import { refreshFamily } from './queries.ts';

/** The child whose guardians are shown: to a guardian, or to the child itself. */
export interface Ward {
  affiliateId: number;
  isOwn: boolean;
  /** Of one's own one needs none. */
  name: string;
  hasEmail: boolean;
}

/** Done at once, and taken back as easily. */
export function useGuardianSteps({ affiliateId, name: child }: Ward) {
  const intl = useIntl();
  const undoLabel = intl.formatMessage({ id: 'family.undo' });
  const onError = (error: Error) => {
    showToast({ text: failureText(intl, error) });
    void refreshFamily();
  };
  const step = useMutation({ mutationFn: (take: () => Promise<void>) => take(), onError, onSuccess: refreshFamily });

  const remove = (guardian: Guardian) =>
    step.mutate(async () => {
      const params = { affiliateId, guardianId: guardian.affiliateId };
      const { undo: token } = await family('DELETE Children/{affiliateId}/guardians/{guardianId}', { params });
      const back = async () => void (await family('POST Guardians/restore', { body: { token } }));
      const { name, isYou } = guardian;
      showToast({
        text: intl.formatMessage({ id: isYou ? 'family.guardians.left' : 'family.guardians.removed' }, { name, child }),
        undo: { label: undoLabel, onUndo: () => step.mutate(back) },
      });
    });

  const withdraw = ({ id, email }: Invite) =>
    step.mutate(async () => {
      await family('DELETE Invites/{id}', { params: { id } });
      const back = async () => void (await family('POST Invites/{id}/restore', { params: { id } }));
      showToast({
        text: intl.formatMessage({ id: 'family.invite.withdrawn' }, { email }),
        undo: { label: undoLabel, onUndo: () => step.mutate(back) },
      });
    });

  return { remove, withdraw, isBusy: step.isPending };
}
