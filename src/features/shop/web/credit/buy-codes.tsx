import { useEffect, useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { formatMoney, type Money } from '#platform/web/i18n/format-money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Stat } from '#ui/display/stat.tsx';
import { saveCheckoutDraft } from '#features/shop/web/checkout/checkout-draft.ts';
import { getStepPath } from '#features/shop/web/checkout/checkout-steps.tsx';
import { setCodeQuantity, useCourses } from './queries.ts';
import { useBasket } from '#features/shop/web/queries.ts';

const commonCounts = [5, 10, 20, 50] as const;
const suggestedCounts = [20, 10, 5, 1] as const;
const maxCount = 500;

/** Chooses a course and a quantity and continues to the checkout with store credit selected. */
export function BuyCodes({ available }: { available: Money }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const courses = useCourses();
  const isTaxIncluded = useBasket().data?.isTaxIncluded ?? true;
  const [productId, setProductId] = useState<string | null>(null);
  const [written, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [errorCount, setErrorCount] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (hash === '#buy') form.current?.scrollIntoView({ block: 'center' });
  }, [hash]);

  const offered = courses.data?.filter(({ price }) => price !== null) ?? [];
  const course = offered.find((one) => String(one.productId) === productId) ?? offered[0];
  const price = course?.price ?? null;
  const typed = written ?? String(suggestCount(available, price));
  const count = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  const isCount = count >= 1 && count <= maxCount;
  const total = price && { minor: price.minor * count, currency: price.currency };
  const isSame = total?.currency === available.currency;
  const leftMinor = available.minor - (total?.minor ?? 0);

  async function buy(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (course === undefined || !isCount) {
      form.current?.querySelector<HTMLInputElement>('[name=count]')?.focus();
      return;
    }
    setIsBusy(true);
    setProblem(null);
    try {
      await setCodeQuantity(course.productId, count);
      saveCheckoutDraft({ method: isSame && leftMinor >= 0 ? 'credit' : 'card' });
      await navigate(getStepPath('pay'));
    } catch (error) {
      setIsBusy(false);
      setErrorCount(errorCount + 1);
      setProblem(formatErrorMessage(intl, error));
    }
  }

  return (
    <form
      ref={form}
      id="buy"
      className="card p-5 lg:p-6 grid grid-cols-1 gap-5 scroll-my-25"
      noValidate
      onSubmit={(event) => void buy(event)}
    >
      <div
        className="flex flex-wrap items-end justify-between gap-y-3 gap-x-6 pb-5 border-b border-line"
        aria-live="polite"
      >
        <Stat
          size="fluid"
          value={formatMoney(intl, available)}
          label={<FormattedMessage id="shop.credit.available" />}
        />
        {total && isCount && isSame && (
          <Stat
            value={formatMoney(intl, { minor: Math.abs(leftMinor), currency: total.currency })}
            label={
              <FormattedMessage id={leftMinor >= 0 ? 'shop.credit.left' : 'shop.credit.short'} values={{ count }} />
            }
          />
        )}
        {total && !isSame && (
          <p className="text-sm text-ink-2">
            <FormattedMessage
              id="shop.credit.other_currency"
              values={{ credit: available.currency, price: total.currency }}
            />
          </p>
        )}
      </div>
      <div className="grid gap-4 content-start min-[760px]:grid-cols-2">
        <div className="min-[760px]:col-span-full">
          <h2>
            <FormattedMessage id="shop.credit.buy" />
          </h2>
          <FormAlert className="not-empty:mt-3" problem={problem} failureCount={errorCount} />
        </div>
        <Select
          label={<FormattedMessage id="shop.credit.course" />}
          choices={offered.map((one) => ({
            id: String(one.productId),
            label: [one.name, one.price && formatMoney(intl, one.price)].filter(Boolean).join(' · '),
          }))}
          value={course ? String(course.productId) : null}
          onChange={setProductId}
          placeholder={intl.formatMessage({ id: 'shop.credit.loading' })}
          isDisabled={offered.length === 0}
          wrong={courses.isError && <FormattedMessage id="shell.error.text" />}
        />
        <div className="grid gap-3">
          <Field
            name="count"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            label={<FormattedMessage id="shop.credit.count" />}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            wrong={!isCount && <FormattedMessage id="shop.credit.count_wrong" values={{ most: maxCount }} />}
          />
          <div className="flex flex-wrap gap-2">
            {commonCounts.map((one) => (
              <Button
                className="flex-1 min-w-14 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
                key={one}
                kind="outlined"
                size="sm"
                aria-pressed={one === count}
                onClick={() => setTyped(String(one))}
              >
                {intl.formatNumber(one)}
              </Button>
            ))}
          </div>
        </div>
        <p className="num text-sm/(--l-md) min-h-(--l-md) text-ink-2 min-[760px]:self-center">
          {total && price && isCount && (
            <>
              <FormattedMessage
                id="shop.credit.price"
                values={{
                  count,
                  each: formatMoney(intl, price),
                  total: <b className="text-ink text-(length:--t-md)">{formatMoney(intl, total)}</b>,
                }}
              />
              {!isTaxIncluded && (
                <span className="block text-xs">
                  <FormattedMessage id="shop.credit.tax" />
                </span>
              )}
            </>
          )}
        </p>
        <Button type="submit" isWide isBusy={isBusy || course === undefined}>
          <FormattedMessage id="shop.credit.buy_count" values={{ count: isCount ? count : 0 }} />
        </Button>
      </div>
    </form>
  );
}

/** The largest common quantity the credit covers. */
function suggestCount(available: Money, price: Money | null): number {
  return suggestedCounts.find((count) => price !== null && price.minor * count <= available.minor) ?? 1;
}
