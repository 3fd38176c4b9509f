import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { SignedSkills } from '#features/learning/shared/record-contract.ts';
import { recordClient } from '#features/learning/web/client.ts';
import { refreshLearning } from '#features/learning/web/queries.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';

export interface SignOffRequest {
  affiliateIds: number[];
  skills: string[];
  signedOn: string;
  note: string;
}

/** Signs off skills and offers to undo exactly those. */
export function useSignOff(packageId: string) {
  const intl = useIntl();
  const params = { packageId };
  const undoSignOff = async (students: SignedSkills[]) => {
    try {
      await recordClient('POST v2/courses/{packageId}/signoffs/remove', { params, body: { students } });
      showToast({ text: intl.formatMessage({ id: 'learning.sign.taken_back' }) });
    } catch (error) {
      showToast({ text: formatErrorMessage(intl, error) });
    }
    refreshLearning();
  };
  return useMutation({
    mutationFn: (body: SignOffRequest) => recordClient('POST v2/courses/{packageId}/signoffs', { params, body }),
    onSuccess: ({ signed, already, students }) => {
      const values = { signed, already, students: students.length };
      showToast({
        text: intl.formatMessage({ id: signed > 0 ? 'learning.sign.signed' : 'learning.sign.nothing' }, values),
        ...(signed > 0 && {
          undo: {
            label: intl.formatMessage({ id: 'learning.undo' }),
            onUndo: () => void undoSignOff(students),
          },
        }),
      });
    },
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
    onSettled: refreshLearning,
  });
}
