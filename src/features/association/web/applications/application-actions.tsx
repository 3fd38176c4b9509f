import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Application } from '#features/applications/shared/application.ts';
import type { DeskQueue } from '#features/applications/shared/contract.ts';
import { paymentLinkDays } from '#features/applications/shared/steps.ts';
import { refreshQueue, useResendPaymentMail } from './queries.ts';

interface ApplicationActionsProps {
  queue: DeskQueue;
  /** Undefined until it is loaded; nothing can be decided before. */
  application: Application | undefined;
  onApprove: () => void;
  onReturn: () => void;
  onReject: () => void;
}

/** The same buttons stay mounted between applications, so that pointer and focus stay in place. */
export function ApplicationActions({ queue, application, onApprove, onReturn, onReject }: ApplicationActionsProps) {
  const intl = useIntl();
  if (queue === 'payment') return <PaymentActions application={application} />;
  if (queue !== 'waiting') return null;
  const isBusy = application === undefined;
  return (
    <footer
      className="sticky bottom-0 border-t border-line bg-surface px-gutter py-3 lg:static lg:py-4 lg:ps-5 lg:pe-6"
      data-sticky-bar=""
    >
      <div className="flex gap-2 *:min-w-0 *:flex-1 *:px-2">
        <Button kind="outlined" isBusy={isBusy} onClick={onReturn}>
          <FormattedMessage id="association.applications.return" />
          <ShortcutKey name="R" />
        </Button>
        <Button isBusy={isBusy} onClick={onApprove}>
          <FormattedMessage id="association.applications.approve" />
          <ShortcutKey name="A" />
        </Button>
      </div>
      <p className="text-xs mt-2 text-ink-3">
        {application && (
          <FormattedMessage
            id="association.applications.approving"
            values={{ fee: formatFee(intl, application), days: paymentLinkDays }}
          />
        )}{' '}
        <LinkButton onClick={onReject}>
          <FormattedMessage id="association.applications.reject" />
        </LinkButton>
      </p>
    </footer>
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
    <footer
      className="sticky bottom-0 border-t border-line bg-surface px-gutter py-3 lg:static lg:py-4 lg:ps-5 lg:pe-6"
      data-sticky-bar=""
    >
      <div className="flex gap-2 *:min-w-0 *:flex-1 *:px-2">
        <Button kind="outlined" isBusy={application === undefined || mail.isPending} onClick={send}>
          <FormattedMessage id="association.payment.again" />
        </Button>
      </div>
      <p className="text-xs mt-2 text-ink-3">
        {application && (
          <FormattedMessage
            id="association.payment.text"
            values={{ fee: formatFee(intl, application), days: paymentLinkDays }}
          />
        )}
      </p>
    </footer>
  );
}

const formatFee = (intl: IntlShape, { fee: { amountMinor: minor, currency } }: Application) =>
  formatMoney(intl, { minor, currency });

function ShortcutKey({ name }: { name: string }) {
  return (
    <kbd className="only-wide bg-transparent border-current text-inherit" aria-hidden="true">
      {name}
    </kbd>
  );
}
