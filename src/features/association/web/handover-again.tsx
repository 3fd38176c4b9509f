import { Send } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { failureText } from '../../../platform/web/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useHandoverAgain } from './look-up-queries.ts';

/** For who came of age without an address: the link by which they take their account over, once more. */
export function HandoverAgain({ affiliateId }: { affiliateId: number }) {
  const intl = useIntl();
  const link = useHandoverAgain(affiliateId);
  const send = () =>
    link.mutate(undefined, {
      onSuccess: ({ sentTo }) =>
        showToast({
          text: intl.formatMessage({ id: `association.person.handover_${sentTo > 0 ? 'sent' : 'nobody'}` }),
        }),
      onError: (error) => showToast({ text: failureText(intl, error) }),
    });
  return (
    <Button kind="outlined" size="fine" isBusy={link.isPending} onClick={send}>
      <Send className="flip" size={16} aria-hidden="true" />
      <FormattedMessage id="association.person.handover" />
    </Button>
  );
}
