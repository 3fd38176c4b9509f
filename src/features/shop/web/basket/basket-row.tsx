import { CircleAlert, Gift, Trash2, type LucideIcon } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { QuantityStepper } from '#ui/fields/quantity-stepper.tsx';
import type { BasketLine } from '#features/shop/shared/contract.ts';
import { LineProblem } from '#features/shop/web/line-problem.tsx';
import { useSetQuantity, useRemoveLine } from './basket-mutations.ts';
import { ProductDrawing } from '#features/shop/web/product-drawing.tsx';
import { productPath } from '#features/shop/web/catalogue/product-query.ts';

export function BasketRow({ line, currency }: { line: BasketLine; currency: string }) {
  const intl = useIntl();
  const setQuantity = useSetQuantity();
  const remove = useRemoveLine();
  const { lineId, name, quantity, maxQuantity, unitMinor, discountMinor, problem } = line;
  const money = (minor: number) => formatMoney(intl, { minor, currency });
  return (
    <LineFrame
      line={line}
      notes={<LineNotes line={line} />}
      problem={problem && <LineProblem line={line} />}
      price={
        problem === null && (
          <>
            <b className="text-md text-ink">{money(unitMinor * quantity - discountMinor)}</b>
            {discountMinor > 0 && <s>{money(unitMinor * quantity)}</s>}
            {quantity > 1 && (
              <span>
                <FormattedMessage id="shop.basket.each" values={{ price: money(unitMinor) }} />
              </span>
            )}
          </>
        )
      }
    >
      {maxQuantity > 1 && problem === null && (
        <QuantityStepper
          isLabelHidden
          label={intl.formatMessage({ id: 'shop.basket.quantity_of' }, { name })}
          lessLabel={intl.formatMessage({ id: 'shop.buy.less' })}
          moreLabel={intl.formatMessage({ id: 'shop.buy.more' })}
          value={quantity}
          max={maxQuantity}
          onChange={(next) => setQuantity({ lineId, quantity: next })}
        />
      )}
      <IconButton
        className="ms-auto"
        label={intl.formatMessage({ id: 'shop.basket.remove' }, { name })}
        onClick={() => remove(line, currency)}
      >
        <Trash2 size={20} aria-hidden="true" />
      </IconButton>
    </LineFrame>
  );
}

function LineNotes({ line: { isGift, licenseID, isPosted, quantity } }: { line: BasketLine }) {
  return (
    <>
      {isGift && (
        <LineNote icon={Gift}>
          <FormattedMessage id="shop.basket.gift" values={{ count: quantity }} />
        </LineNote>
      )}
      {licenseID !== null && (
        <span>
          <FormattedMessage id="shop.basket.for_license" values={{ number: String(licenseID) }} />
        </span>
      )}
      {isPosted && (
        <span>
          <FormattedMessage id="shop.basket.posted" />
        </span>
      )}
    </>
  );
}

export function LineNote({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="inline-flex items-start gap-1.5">
      <Icon className="mt-0.75" size={16} aria-hidden="true" />
      {children}
    </span>
  );
}

interface LineFrameProps {
  line: Pick<BasketLine, 'productId' | 'name' | 'drawing'>;
  notes: ReactNode;
  problem?: ReactNode;
  price: ReactNode;
  /** The row's actions. */
  children: ReactNode;
}

export function LineFrame({ line: { productId, name, drawing }, notes, problem, price, children }: LineFrameProps) {
  return (
    <li className="grid [grid-template:'pic_what'_auto_'pic_end'_auto_/_72px_minmax(0,1fr)] gap-y-2 gap-x-4 p-4 not-first:border-t not-first:border-line max-[360px]:[grid-template:'pic_what'_auto_'end_end'_auto_/_72px_minmax(0,1fr)] sm:[grid-template:'pic_what_end'_auto_/_72px_minmax(0,1fr)_auto] sm:items-center">
      <span className="grid [grid-area:pic] place-items-center self-start h-18 rounded-in bg-bg overflow-hidden">
        <ProductDrawing className="h-auto w-15" name={drawing} width={72} />
      </span>
      <div className="[grid-area:what] min-w-0">
        <Link
          className="text-inherit font-strong no-underline wrap-anywhere hover:underline"
          to={productPath(productId)}
          dir="auto"
        >
          {name}
        </Link>
        <div className="flex text-sm flex-wrap gap-y-0.5 gap-x-4 text-ink-2">{notes}</div>
        {problem && (
          <p className="inline-flex items-start gap-1.5 text-sm text-coral">
            <CircleAlert className="mt-0.75" size={16} aria-hidden="true" />
            <span>{problem}</span>
          </p>
        )}
      </div>
      <div className="flex [grid-area:end] flex-wrap items-center gap-y-2 gap-x-4 sm:flex-nowrap">
        <div className="num flex flex-1 flex-wrap content-center items-baseline gap-y-0 gap-x-2 text-(length:--t-sm) text-ink-2 sm:flex-col sm:items-end">
          {price}
        </div>
        <div className="flex items-center gap-2 -me-2.5 max-sm:has-[input]:flex-[1_0_100%] sm:flex-none sm:w-54">
          {children}
        </div>
      </div>
    </li>
  );
}
