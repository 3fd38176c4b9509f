import './checkout.css';
import { ChevronLeft, X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useFailureWords } from '../../../platform/web/failure-words.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { BuoyDrawing } from '../../../ui/drawings/buoy-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageColumns, PageHead } from '../../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { TaskBar } from '../../../ui/task-bar.tsx';
import type { Checkout } from '../shared/contract.ts';
import { CheckoutAddress } from './checkout-address.tsx';
import { addressOf, isComplete } from './checkout-draft.ts';
import { CheckoutPay } from './checkout-pay.tsx';
import { CheckoutSteps, stepAddress, type Step } from './checkout-steps.tsx';
import { orderPath, useCheckout } from './order-queries.ts';
import { AskGuardian } from './requests/ask-guardian.tsx';
import type { CountryPromptType } from './requests/request-screen.tsx';
import { basketPath } from './shelf-view.ts';
import { Totals } from './totals.tsx';
import { useLostOrder } from './use-lost-order.ts';

/** In two steps: where it goes, and paying. A step is an address, so that Back goes back by one. */
export function CheckoutScreen({ CountryPrompt }: { CountryPrompt: CountryPromptType }) {
  const words = useFailureWords();
  const { data, isError, isFetching, refetch } = useCheckout();
  if (data !== undefined)
    return data.basket.lines.length === 0 ? (
      <NothingToPay checkout={data} />
    ) : (
      <CheckoutBody checkout={data} CountryPrompt={CountryPrompt} lookAgain={refetch} />
    );
  return (
    <>
      <CheckoutHead />
      {isError ? <ErrorState {...words} isBusy={isFetching} onRefresh={() => void refetch()} /> : <CheckoutShape />}
    </>
  );
}

interface CheckoutBodyProps {
  checkout: Checkout;
  CountryPrompt: CountryPromptType;
  lookAgain: () => Promise<unknown>;
}

function CheckoutBody({ checkout, CountryPrompt, lookAgain }: CheckoutBodyProps) {
  const [search] = useSearchParams();
  const address = addressOf(checkout);
  // A guardian pays for a minor, so the age has to be known; without a country neither tax nor currency is.
  if (checkout.isMinor)
    return (
      <>
        <CheckoutHead />
        <AskGuardian checkout={checkout} lookAgain={lookAgain} />
      </>
    );
  if (checkout.needsBirthdate || checkout.basket.country === '')
    return (
      <>
        <CheckoutHead />
        <PageColumns>
          <CountryPrompt needsBirthdate={checkout.needsBirthdate} onGiven={() => void lookAgain()} />
          <aside className="card pad">
            <Totals sums={checkout.basket} />
          </aside>
        </PageColumns>
      </>
    );
  const isPaying = search.get('step') === 'pay';
  if (isPaying && !isComplete(address)) return <Navigate to={stepAddress('details')} replace />;
  const step = isPaying || address === null ? 'pay' : 'details';
  return (
    <>
      <CheckoutHead step={step} />
      <div className="mb-6">
        <CheckoutSteps step={step} hasDetails={address !== null} />
      </div>
      {step === 'details' && address !== null ? (
        <CheckoutAddress checkout={checkout} address={address} />
      ) : (
        <CheckoutPay checkout={checkout} address={address} lookAgain={lookAgain} />
      )}
    </>
  );
}

function CheckoutHead({ step }: { step?: Step }) {
  const intl = useIntl();
  const title = <FormattedMessage id="shop.checkout.title" />;
  return (
    <>
      <TaskBar
        close={
          <Link className="icon-btn" to={basketPath} aria-label={intl.formatMessage({ id: 'shop.checkout.to_basket' })}>
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
      <div className="task-head mb-6">
        <PageHead
          back={
            <Link className="back only-wide" to={basketPath}>
              <ChevronLeft className="flip" size={18} aria-hidden="true" />
              <FormattedMessage id="shop.checkout.to_basket" />
            </Link>
          }
          title={title}
        />
      </div>
    </>
  );
}

function NothingToPay({ checkout }: { checkout: Checkout }) {
  const { isSought, orderId } = useLostOrder(checkout);
  if (orderId !== null) return <Navigate to={orderPath(orderId)} replace />;
  if (isSought) return <CheckoutShape />;
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

function CheckoutShape() {
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
