import { CircleAlert, Gift, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { QuantityStepper } from '#ui/fields/quantity-stepper.tsx';
import type { BasketLine } from '#features/shop/shared/contract.ts';
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
      problem={problem && <FormattedMessage id={`error.${problem}`} />}
      price={
        problem === null && (
          <>
            <b>{money(unitMinor * quantity - discountMinor)}</b>
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
        <span>
          <Gift size={16} aria-hidden="true" />
          <FormattedMessage id="shop.basket.gift" values={{ count: quantity }} />
        </span>
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
    <li>
      <span className="pic">
        <ProductDrawing name={drawing} width={72} />
      </span>
      <div className="what">
        <Link to={productPath(productId)} dir="auto">
          {name}
        </Link>
        <div className="notes">{notes}</div>
        {problem && (
          <p className="problem">
            <CircleAlert size={16} aria-hidden="true" />
            <span>{problem}</span>
          </p>
        )}
      </div>
      <div className="line-end">
        <div className="cost num">{price}</div>
        <div className="do">{children}</div>
      </div>
    </li>
  );
}
