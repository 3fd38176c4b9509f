import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Stepper } from '../../../ui/stepper.tsx';
import { AddButton } from './add-button.tsx';
import { countOf, useLinesOf } from './in-basket.ts';
import type { PricedProduct } from './product-buy.tsx';

/** Something to hold in one's hand, as many as one likes. */
export function ItemBuy({ product }: { product: PricedProduct }) {
  const [quantity, setQuantity] = useState(1);
  const inBasket = countOf(useLinesOf(product.productId));
  const left = product.maxQuantity - inBasket;
  return (
    <>
      <p className="text-sm text-ink-2">
        <FormattedMessage
          id={product.kind === 'code' ? 'shop.buy.code' : product.isPosted ? 'shop.buy.posted' : 'shop.buy.at_once'}
        />
      </p>
      {left > 0 && <Quantity value={Math.min(quantity, left)} max={left} onChange={setQuantity} />}
      <AddButton
        product={product}
        quantity={Math.min(quantity, left)}
        inBasket={inBasket}
        isFull={left <= 0}
        onAdd={() => setQuantity(1)}
      />
    </>
  );
}

export function Quantity(props: { value: number; max: number; onChange: (value: number) => void }) {
  const intl = useIntl();
  return (
    <Stepper
      {...props}
      label={intl.formatMessage({ id: 'shop.buy.quantity' })}
      lessLabel={intl.formatMessage({ id: 'shop.buy.less' })}
      moreLabel={intl.formatMessage({ id: 'shop.buy.more' })}
    />
  );
}
