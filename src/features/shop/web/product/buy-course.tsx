import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { MissingPrerequisite } from './missing-prerequisite.tsx';
import { AddToBasketButton } from './add-to-basket-button.tsx';
import { sumQuantity, useProductLines } from '#features/shop/web/basket/use-product-lines.ts';
import { QuantityPicker } from './buy-item.tsx';
import type { PricedProduct } from './buy-product.tsx';

export function BuyCourse({ product }: { product: PricedProduct }) {
  const [whose, setWhose] = useState<'me' | 'gift'>('me');
  const [quantity, setQuantity] = useState(1);
  const isGift = product.isForOthersOnly || product.isOwned || whose === 'gift';
  const isBlocked = !isGift && !product.hasPrerequisite;
  const lines = useProductLines(product.productId);
  const inBasket = sumQuantity(lines.filter((line) => line.isGift === isGift));
  const left = (isGift ? product.maxQuantity : 1) - inBasket;
  return (
    <>
      {!product.isForOthersOnly && !product.isOwned && (
        <SegmentedControl
          label={<FormattedMessage id="shop.buy.for" />}
          options={[
            { value: 'me', label: <FormattedMessage id="shop.buy.for_me" /> },
            { value: 'gift', label: <FormattedMessage id="shop.buy.as_gift" /> },
          ]}
          value={whose}
          onChange={setWhose}
        />
      )}
      {isBlocked && <MissingPrerequisite product={product} />}
      {isGift && left > 0 && <QuantityPicker value={Math.min(quantity, left)} max={left} onChange={setQuantity} />}
      <p className="text-sm text-ink-2" hidden={isBlocked}>
        <FormattedMessage id={isGift ? 'shop.buy.gift_codes' : 'shop.buy.at_once'} values={{ count: quantity }} />
      </p>
      <AddToBasketButton
        product={product}
        quantity={isGift ? Math.min(quantity, left) : 1}
        isGift={isGift}
        inBasket={sumQuantity(lines)}
        isFull={left <= 0 || isBlocked}
        onAdd={() => setQuantity(1)}
      />
    </>
  );
}
