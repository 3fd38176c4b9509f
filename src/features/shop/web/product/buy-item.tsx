import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { QuantityStepper } from '#ui/fields/quantity-stepper.tsx';
import { AddToBasketButton } from './add-to-basket-button.tsx';
import { sumQuantity, useProductLines } from '#features/shop/web/basket/use-product-lines.ts';
import type { PricedProduct } from './buy-product.tsx';

export function BuyItem({ product }: { product: PricedProduct }) {
  const [quantity, setQuantity] = useState(1);
  const inBasket = sumQuantity(useProductLines(product.productId));
  const left = product.maxQuantity - inBasket;
  return (
    <>
      <p className="text-sm text-ink-2">
        <FormattedMessage
          id={product.kind === 'code' ? 'shop.buy.code' : product.isPosted ? 'shop.buy.posted' : 'shop.buy.at_once'}
        />
      </p>
      {left > 0 && <QuantityPicker value={Math.min(quantity, left)} max={left} onChange={setQuantity} />}
      <AddToBasketButton
        product={product}
        quantity={Math.min(quantity, left)}
        inBasket={inBasket}
        isFull={left <= 0}
        onAdd={() => setQuantity(1)}
      />
    </>
  );
}

export function QuantityPicker(props: { value: number; max: number; onChange: (value: number) => void }) {
  const intl = useIntl();
  return (
    <QuantityStepper
      {...props}
      label={intl.formatMessage({ id: 'shop.buy.quantity' })}
      lessLabel={intl.formatMessage({ id: 'shop.buy.less' })}
      moreLabel={intl.formatMessage({ id: 'shop.buy.more' })}
    />
  );
}
