import { useMutation } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { LinkButton } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { normalizeStatus } from '#features/dsd/shared/rules.ts';
import { dsdClient } from './client.ts';
import { refreshDsd, useCheckpoint, useDiver } from './queries.ts';

/** Leads back to the choice of the store or professional while the forms are not signed. */
export function ChangeCenterLink() {
  const intl = useIntl();
  const navigate = useNavigate();
  const { affiliateId, search } = useDiver();
  const { data: checkpoint } = useCheckpoint();
  const goBack = useMutation({
    mutationFn: () =>
      dsdClient('PUT UpdateCheckPoint', {
        body: { affiliateId, store_number: null, member_number: null, status: 'affiliation' },
      }),
    onSuccess: async () => {
      await refreshDsd();
      await navigate(`/dsd/confirm-affiliation${search}`);
    },
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
  if (!checkpoint || normalizeStatus(checkpoint) !== 'forms') return null;
  return (
    <LinkButton
      className="-ms-2 p-2 text-start text-sm"
      aria-disabled={goBack.isPending || undefined}
      onClick={() => {
        if (!goBack.isPending) goBack.mutate();
      }}
    >
      <FormattedMessage id="dsd.confirm.other" />
    </LinkButton>
  );
}
