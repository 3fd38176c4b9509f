import { X } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate, useSearchParams } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { TaskBar, TaskHead } from '#ui/layout/task-bar.tsx';
import type { Checkout } from '#features/shop/shared/contract.ts';
import { CheckoutAddress } from './checkout-address.tsx';
import { getCheckoutAddress, isAddressComplete } from './checkout-draft.ts';
import { CheckoutPay } from './checkout-pay.tsx';
import { CheckoutSteps, getStepPath, type CheckoutStep } from './checkout-steps.tsx';
import { orderPath, useCheckout } from '#features/shop/web/orders/queries.ts';
import { AskGuardian } from '#features/shop/web/payment-requests/ask-guardian.tsx';
import type { BillingPromptType } from '#features/shop/web/payment-requests/request-screen.tsx';
import { basketPath } from '#features/shop/web/catalogue/product-query.ts';
import { Totals } from '#features/shop/web/totals.tsx';
import { useRecoverOrder } from './use-recover-order.ts';
import { iconButtonClass } from '#ui/buttons/icon-button.tsx';

/** The checkout has two steps, address and payment. Each step has its own URL, so Back returns to the previous one. */
export function CheckoutScreen({ BillingPrompt }: { BillingPrompt: BillingPromptType }) {
  const query = useCheckout();
  return (
    <QueryView
      query={query}
      skeleton={<CheckoutSkeleton />}
      renderFrame={(state) => (
        <>
          <CheckoutHeader />
          {state}
        </>
      )}
    >
      {(checkout) =>
        checkout.basket.lines.length === 0 ? (
          <EmptyCheckout checkout={checkout} />
        ) : (
          <CheckoutBody checkout={checkout} BillingPrompt={BillingPrompt} reload={query.refetch} />
        )
      }
    </QueryView>
  );
}

interface CheckoutBodyProps {
  checkout: Checkout;
  BillingPrompt: BillingPromptType;
  reload: () => Promise<unknown>;
}

function CheckoutBody({ checkout, BillingPrompt, reload }: CheckoutBodyProps) {
  const [search] = useSearchParams();
  const address = getCheckoutAddress(checkout);
  // Minors need a guardian to pay, so the age must be known. Without a country there is neither tax nor currency.
  if (checkout.isMinor)
    return (
      <>
        <CheckoutHeader />
        <AskGuardian checkout={checkout} reload={reload} />
      </>
    );
  if (checkout.needsBirthdate || checkout.basket.country === '')
    return (
      <>
        <CheckoutHeader />
        <PageColumns>
          <BillingPrompt needsBirthdate={checkout.needsBirthdate} onSaved={() => void reload()} />
          <aside className="card p-5 lg:p-6">
            <Totals sums={checkout.basket} />
          </aside>
        </PageColumns>
      </>
    );
  const isPaying = search.get('step') === 'pay';
  if (isPaying && !isAddressComplete(address)) return <Navigate to={getStepPath('details')} replace />;
  const step = isPaying || address === null ? 'pay' : 'details';
  return (
    <>
      <CheckoutHeader step={step} />
      <div className="mb-6">
        <CheckoutSteps step={step} hasDetails={address !== null} />
      </div>
      {step === 'details' && address !== null ? (
        <CheckoutAddress checkout={checkout} address={address} />
      ) : (
        <CheckoutPay checkout={checkout} address={address} reload={reload} />
      )}
    </>
  );
}

function CheckoutHeader({ step }: { step?: CheckoutStep }) {
  const intl = useIntl();
  const title = <FormattedMessage id="shop.checkout.title" />;
  return (
    <>
      <TaskBar
        close={
          <Link
            className={iconButtonClass()}
            to={basketPath}
            aria-label={intl.formatMessage({ id: 'shop.checkout.to_basket' })}
          >
            <X size={24} aria-hidden="true" />
          </Link>
        }
        title={title}
        state={
          step && (
            <span className="text-xs text-ink-2" aria-hidden="true">
              <FormattedMessage id="shop.checkout.step" values={{ step: step === 'pay' ? 2 : 1 }} />
            </span>
          )
        }
      />
      <TaskHead className="mb-6">
        <PageHead
          back={
            <BackLink to={basketPath} className="mb-3 only-wide">
              <FormattedMessage id="shop.checkout.to_basket" />
            </BackLink>
          }
          title={title}
        />
      </TaskHead>
    </>
  );
}

function EmptyCheckout({ checkout }: { checkout: Checkout }) {
  const { isSought, orderId } = useRecoverOrder(checkout);
  if (orderId !== null) return <Navigate to={orderPath(orderId)} replace />;
  if (isSought) return <CheckoutSkeleton />;
  return (
    <EmptyState
      level={1}
      drawing={<BuoyDrawing />}
      title={<FormattedMessage id="shop.checkout.empty" />}
      text={<FormattedMessage id="shop.checkout.empty_text" />}
      action={
        <Link className={buttonClass()} to="/training/shop">
          <FormattedMessage id="shop.orders.to_shop" />
        </Link>
      }
    />
  );
}

function CheckoutSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'shop.checkout.loading' })} className="grid gap-6">
      <Skeleton height={32} width="min(420px, 100%)" />
      <PageColumns>
        <Skeleton height={380} />
        <Skeleton height={180} />
      </PageColumns>
    </SkeletonGroup>
  );
}
