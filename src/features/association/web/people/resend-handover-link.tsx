import { Send } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { useResendHandoverLink } from '#features/association/web/search/queries.ts';

/** Resends the account handover link to someone who came of age without an email address. */
export function ResendHandoverLink({ affiliateId }: { affiliateId: number }) {
  const intl = useIntl();
  const link = useResendHandoverLink(affiliateId);
  const send = () =>
    link.mutate(undefined, {
      onSuccess: ({ sentTo }) =>
        showToast({
          text: intl.formatMessage({ id: `association.person.handover_${sentTo > 0 ? 'sent' : 'nobody'}` }),
        }),
      onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
    });
  return (
    <Button align="start" kind="outlined" size="sm" isBusy={link.isPending} onClick={send}>
      <Send className="flip" size={16} aria-hidden="true" />
      <FormattedMessage id="association.person.handover" />
    </Button>
  );
}
