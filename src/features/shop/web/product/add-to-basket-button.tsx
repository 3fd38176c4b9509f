import { clsx } from 'clsx';
import { ShoppingBag } from '#ui/icons/icons.ts';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { useAddToBasket } from '#features/shop/web/basket/add-to-basket.ts';
import type { PricedProduct } from './buy-product.tsx';
import { basketPath } from '#features/shop/web/catalogue/product-query.ts';

interface AddToBasketButtonProps {
  product: PricedProduct;
  quantity: number;
  isGift?: boolean;
  licenseID?: number | null;
  /** The quantity of this product in the basket. */
  inBasket: number;
  /** The basket already has the maximum quantity. */
  isFull: boolean;
  onAdd?: () => void;
}

export function AddToBasketButton(props: AddToBasketButtonProps) {
  const { product, quantity, isGift = false, licenseID = null, inBasket, isFull, onAdd } = props;
  const add = useAddToBasket();
  const { productId, name, drawing, price } = product;
  return (
    <div className="flex flex-wrap gap-3 max-sm:w-full">
      {!isFull && (
        <Button
          className="max-sm:w-full"
          onClick={() => {
            const { minor: unitMinor, currency } = price;
            add({ productId, name, drawing, quantity, isGift, licenseID, unitMinor, currency });
            onAdd?.();
          }}
        >
          <ShoppingBag size={20} aria-hidden="true" />
          <FormattedMessage id="shop.buy.add" />
        </Button>
      )}
      {inBasket > 0 && (
        <Link className={clsx('max-sm:w-full', buttonClass({ kind: isFull ? 'filled' : 'outlined' }))} to={basketPath}>
          <FormattedMessage id="shop.buy.to_basket" values={{ count: inBasket }} />
        </Link>
      )}
    </div>
  );
}
