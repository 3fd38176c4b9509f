import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Segmented } from '../../../ui/segmented.tsx';
import { AddButton } from './add-button.tsx';
import { countOf, useLinesOf } from './in-basket.ts';
import { Quantity } from './item-buy.tsx';
import type { PricedProduct } from './product-buy.tsx';

/** A course for oneself, or codes to give away. */
export function CourseBuy({ product }: { product: PricedProduct }) {
  const [whose, setWhose] = useState<'me' | 'gift'>('me');
  const [quantity, setQuantity] = useState(1);
  const isGift = product.isForOthersOnly || product.isOwned || whose === 'gift';
  const lines = useLinesOf(product.productId);
  const inBasket = countOf(lines.filter((line) => line.isGift === isGift));
  const left = (isGift ? product.maxQuantity : 1) - inBasket;
  return (
    <>
      {!product.isForOthersOnly && !product.isOwned && (
        <Segmented
          label={<FormattedMessage id="shop.buy.for" />}
          options={[
            { value: 'me', label: <FormattedMessage id="shop.buy.for_me" /> },
            { value: 'gift', label: <FormattedMessage id="shop.buy.as_gift" /> },
          ]}
          value={whose}
          onChange={setWhose}
        />
      )}
      {isGift && left > 0 && <Quantity value={Math.min(quantity, left)} max={left} onChange={setQuantity} />}
      <p className="text-sm text-ink-2">
        <FormattedMessage id={isGift ? 'shop.buy.gift_codes' : 'shop.buy.at_once'} values={{ count: quantity }} />
      </p>
      <AddButton
        product={product}
        quantity={isGift ? Math.min(quantity, left) : 1}
        isGift={isGift}
        inBasket={countOf(lines)}
        isFull={left <= 0}
        onAdd={() => setQuantity(1)}
      />
    </>
  );
}
