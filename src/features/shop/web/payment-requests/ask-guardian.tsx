import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { Link, useNavigate } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { PageColumns } from '#ui/layout/page.tsx';
import type { Checkout } from '#features/shop/shared/contract.ts';
import { CheckoutLines } from '#features/shop/web/checkout/checkout-lines.tsx';
import { Totals } from '#features/shop/web/totals.tsx';
import { setCachedRequest, requestPath, paymentRequestClient } from './queries.ts';
import { ActionBar } from '#ui/layout/action-bar.tsx';
import { TaskAside } from '#ui/layout/task-bar.tsx';

/** A minor's checkout: asks the guardians to pay instead of placing an order. */
export function AskGuardian({ checkout, reload }: { checkout: Checkout; reload: () => Promise<unknown> }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { basket, guardians } = checkout;
  const [problem, setProblem] = useState<MessageId | null>(null);
  const [errorCount, setErrorCount] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  // The key stays the same after a lost response, so a retry does not create a second request.
  const key = useRef(crypto.randomUUID());
  const isStopped = [...basket.lines, ...basket.codes].some((part) => part.problem !== null);
  const ask = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      const body = { key: key.current, basketVersion: basket.version, seenTotalMinor: basket.totalMinor };
      const request = await paymentRequestClient('POST payment-requests', { body });
      setCachedRequest(request);
      await navigate(requestPath(request.requestId), { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0) key.current = crypto.randomUUID();
      await reload();
      setProblem(error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError');
      setErrorCount((count) => count + 1);
    }
    setIsBusy(false);
  };
  return (
    <PageColumns>
      <div className="min-w-0">
        <FormAlert problem={problem !== null && <FormattedMessage id={problem} />} failureCount={errorCount} />
        <CheckoutLines basket={basket} />
      </div>
      <TaskAside>
        <Card>
          <Totals sums={basket} />
        </Card>
        {guardians.length === 0 ? (
          <>
            <Callout kind="alert">
              <FormattedMessage id="error.shop.no_guardian" />
            </Callout>
            <ActionBar className="lg:grid">
              <Link className={buttonClass({ size: 'lg', isWide: true })} to="/family">
                <FormattedMessage id="shop.request.invite" />
              </Link>
            </ActionBar>
          </>
        ) : isStopped ? (
          <Callout kind="alert">
            <FormattedMessage id="shop.checkout.stopped" />
          </Callout>
        ) : (
          <>
            <ActionBar className="lg:grid">
              <Button size="lg" isWide isBusy={isBusy} onClick={() => void ask()}>
                <FormattedMessage id="shop.request.ask" />
              </Button>
            </ActionBar>
            <p className="text-sm text-ink-2">
              <FormattedMessage
                id="shop.request.ask_text"
                values={{ guardians: <bdi>{intl.formatList(guardians, { type: 'disjunction' })}</bdi> }}
              />
            </p>
          </>
        )}
      </TaskAside>
    </PageColumns>
  );
}
