import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { showToast } from '../../../../ui/toast-store.ts';
import type { SignedSkills } from '../../shared/record-contract.ts';
import { records } from '../client.ts';
import { refreshLearning } from '../queries.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';

export interface Signing {
  affiliateIds: number[];
  skills: string[];
  signedOn: string;
  note: string;
}

/** Signs, and offers to take back exactly what was signed by it. */
export function useSigning(packageId: string) {
  const intl = useIntl();
  const params = { packageId };
  const takeBack = async (students: SignedSkills[]) => {
    try {
      await records('POST v2/courses/{packageId}/signoffs/remove', { params, body: { students } });
      showToast({ text: intl.formatMessage({ id: 'learning.sign.taken_back' }) });
    } catch (error) {
      showToast({ text: failureText(intl, error) });
    }
    refreshLearning();
  };
  return useMutation({
    mutationFn: (body: Signing) => records('POST v2/courses/{packageId}/signoffs', { params, body }),
    onSuccess: ({ signed, already, students }) => {
      const values = { signed, already, students: students.length };
      showToast({
        text: intl.formatMessage({ id: signed > 0 ? 'learning.sign.signed' : 'learning.sign.nothing' }, values),
        ...(signed > 0 && {
          undo: {
            label: intl.formatMessage({ id: 'learning.undo' }),
            onUndo: () => void takeBack(students),
          },
        }),
      });
    },
    onError: (error) => showToast({ text: failureText(intl, error) }),
    onSettled: refreshLearning,
  });
}
