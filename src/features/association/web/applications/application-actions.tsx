import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Application } from '#features/applications/shared/application.ts';
import type { DeskQueue } from '#features/applications/shared/contract.ts';
import { paymentLinkDays } from '#features/applications/shared/steps.ts';
import { ButtonKey, DetailFooter } from '#features/association/web/desk-layout.tsx';
import { refreshQueue, useResendPaymentMail } from './queries.ts';

interface ApplicationActionsProps {
  queue: DeskQueue;
  /** Undefined until it is loaded; nothing can be decided before. */
  application: Application | undefined;
  onApprove: () => void;
  onReturn: () => void;
  onReject: () => void;
}

/** The same buttons stay mounted between applications, so pointer and focus stay in place. */
export function ApplicationActions({ queue, application, onApprove, onReturn, onReject }: ApplicationActionsProps) {
  const intl = useIntl();
  if (queue === 'payment') return <PaymentActions application={application} />;
  if (queue !== 'waiting') return null;
  const isBusy = application === undefined;
  return (
    <DetailFooter
      hint={
        <>
          {application && (
            <FormattedMessage
              id="association.applications.approving"
              values={{ fee: formatFee(intl, application), days: paymentLinkDays }}
            />
          )}{' '}
          <LinkButton onClick={onReject}>
            <FormattedMessage id="association.applications.reject" />
          </LinkButton>
        </>
      }
    >
      <Button kind="outlined" isBusy={isBusy} onClick={onReturn}>
        <FormattedMessage id="association.applications.return" />
        <ButtonKey name="R" />
      </Button>
      <Button isBusy={isBusy} onClick={onApprove}>
        <FormattedMessage id="association.applications.approve" />
        <ButtonKey name="A" />
      </Button>
    </DetailFooter>
  );
}

/** Resends the mail if it did not arrive or its link has expired. */
function PaymentActions({ application }: { application: Application | undefined }) {
  const intl = useIntl();
  const mail = useResendPaymentMail();
  const name = application?.applicant.name ?? '';
  const send = () => {
    if (application === undefined) return;
    mail.mutate(application.id, {
      onSuccess: ({ mail: sent }) => {
        showToast({ text: intl.formatMessage({ id: `association.payment.${sent ?? 'paid'}` }, { name }) });
        if (sent === null) void refreshQueue();
      },
      onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
    });
  };
  return (
    <DetailFooter
      hint={
        <>
          {application && (
            <FormattedMessage
              id="association.payment.text"
              values={{ fee: formatFee(intl, application), days: paymentLinkDays }}
            />
          )}
        </>
      }
    >
      <Button kind="outlined" isBusy={application === undefined || mail.isPending} onClick={send}>
        <FormattedMessage id="association.payment.again" />
      </Button>
    </DetailFooter>
  );
}

const formatFee = (intl: IntlShape, { fee: { amountMinor: minor, currency } }: Application) =>
  formatMoney(intl, { minor, currency });
