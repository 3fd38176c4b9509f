import { Check } from '#ui/icons/icons.ts';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { clsx } from 'clsx';
import { checkoutPath } from '#features/shop/web/orders/queries.ts';

export type CheckoutStep = 'details' | 'pay';
const steps = ['details', 'pay'] as const satisfies readonly CheckoutStep[];
export const getStepPath = (step: CheckoutStep) => (step === 'pay' ? `${checkoutPath}?step=pay` : checkoutPath);

/** The checkout progress. A completed step is a link if there is something to change. */
export function CheckoutSteps({ step, hasDetails }: { step: CheckoutStep; hasDetails: boolean }) {
  const intl = useIntl();
  const now = useRef<HTMLSpanElement>(null);
  const former = useRef(step);
  useEffect(() => {
    // Moves the focus when the step changes, but not on the first render, where it belongs to the headline.
    if (former.current !== step) now.current?.focus();
    former.current = step;
  }, [step]);
  return (
    <nav aria-label={intl.formatMessage({ id: 'shop.checkout.steps' })}>
      <ol className="flex text-sm flex-wrap gap-y-2 gap-x-6 text-ink-2">
        {steps.map((name, index) => {
          const isDone = steps.indexOf(step) > index;
          const label = <FormattedMessage id={`shop.checkout.${name}`} />;
          return (
            <li key={name} className={clsx('flex min-h-8 items-center gap-2', name === step && 'font-strong text-ink')}>
              <span
                className={clsx(
                  'grid size-7 flex-none place-items-center rounded-full border-[1.5px] text-(length:--t-xs) font-strong tabular-nums',
                  name === step
                    ? 'border-accent bg-accent text-on-accent forced-colors:border-3'
                    : isDone
                      ? 'border-transparent bg-accent-soft text-accent-text'
                      : 'border-line-2',
                )}
                aria-hidden="true"
              >
                {isDone ? <Check size={16} /> : index + 1}
              </span>
              {isDone && hasDetails ? (
                <Link to={getStepPath(name)}>{label}</Link>
              ) : (
                <span
                  className="focus-visible:outline-0"
                  {...(name === step && { ref: now, tabIndex: -1, 'aria-current': 'step' })}
                >
                  {label}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
