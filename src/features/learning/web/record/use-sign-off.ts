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

/** The maximum number of students of a request. */
const maxBatchSize = 50;

function toBatches<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / maxBatchSize);
  return Array.from({ length: count }, (_, place) => items.slice(place * maxBatchSize, (place + 1) * maxBatchSize));
}

/** Signs off skills and offers to undo exactly those. */
export function useSignOff(packageId: string) {
  const intl = useIntl();
  const params = { packageId };
  const undoSignOff = async (students: SignedSkills[]) => {
    try {
      for (const part of toBatches(students))
        await recordClient('POST v2/courses/{packageId}/signoffs/remove', { params, body: { students: part } });
      showToast({ text: intl.formatMessage({ id: 'learning.sign.taken_back' }) });
    } catch (error) {
      showToast({ text: formatErrorMessage(intl, error) });
    }
    refreshLearning();
  };
  return useMutation({
    mutationFn: async ({ affiliateIds, ...request }: SignOffRequest) => {
      const result = { signed: 0, already: 0, students: [] as SignedSkills[] };
      for (const part of toBatches(affiliateIds)) {
        const body = { ...request, affiliateIds: part };
        const { signed, already, students } = await recordClient('POST v2/courses/{packageId}/signoffs', {
          params,
          body,
        });
        result.signed += signed;
        result.already += already;
        result.students.push(...students);
      }
      return result;
    },
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
