import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PaymentColumn } from './payment-column.tsx';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { ButtonLink } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import type { PaymentPage } from '#features/payments/shared/contract.ts';
import { paymentClient } from './client.ts';
import { PaymentUnavailable } from './payment-unavailable.tsx';
import { getReturnUrl } from './return-url.ts';

/** Redirects to the payment service, the only place where card data is entered. */
export function PaymentRedirect({ token, payment }: { token: string; payment: PaymentPage }) {
  const intl = useIntl();
  const query = useQuery({
    queryKey: ['payment', token, 'page'],
    queryFn: () => paymentClient('POST pay/{token}/page', { params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data, error } = query;
  useEffect(() => {
    // Replaces the history entry, so Back does not return to the redirect.
    if (data !== undefined) location.replace(data.url);
  }, [data]);
  const amount = formatMoney(intl, { minor: payment.amountMinor, currency: payment.currency });
  return (
    <PaymentColumn>
      {error === null ? (
        <>
          <PageHead
            title={<FormattedMessage id="payments.title" values={{ amount }} />}
            text={<bdi>{payment.description}</bdi>}
          />
          <Callout kind="wait" isLive>
            <FormattedMessage id="payments.going" />
          </Callout>
        </>
      ) : (
        <PaymentUnavailable query={query} />
      )}
      <ButtonLink kind="quiet" isWide href={getReturnUrl(payment, 'left')}>
        <FormattedMessage id="payments.leave" />
      </ButtonLink>
    </PaymentColumn>
  );
}
