import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '#ui/buttons/button.tsx';
import { clsx } from 'clsx';
import { Callout } from '#ui/feedback/callout.tsx';
import type { Product } from '#features/shop/shared/contract.ts';
import { BuyCard } from './buy-card.tsx';
import { BuyCourse } from './buy-course.tsx';
import { BuyItem } from './buy-item.tsx';

/** The purchase options, or a link to the product if the person owns it. */
export function BuyProduct({ product }: { product: Product }) {
  const { kind, price, path } = product;
  if (kind === 'membership')
    return (
      <>
        <p>
          <FormattedMessage id="shop.buy.membership" />
        </p>
        <Link className={clsx('justify-self-start', buttonClass())} to={path ?? '/club'}>
          <FormattedMessage id="shop.buy.to_club" />
        </Link>
      </>
    );
  return (
    <>
      <OwnedProduct product={product} />
      {price === null ? (
        <Callout kind="wait">
          <FormattedMessage id="shop.buy.not_sold" />
        </Callout>
      ) : (
        <PurchaseOptions product={{ ...product, price }} />
      )}
    </>
  );
}

export type PricedProduct = Product & { price: NonNullable<Product['price']> };

function PurchaseOptions({ product }: { product: PricedProduct }) {
  if (product.kind === 'course') return <BuyCourse product={product} />;
  return product.levelID === null ? <BuyItem product={product} /> : <BuyCard product={product} />;
}

function OwnedProduct({ product: { kind, isOwned, path } }: { product: Product }) {
  if (!isOwned) return null;
  return (
    <Callout>
      <FormattedMessage id={kind === 'course' ? 'shop.buy.owned_gift' : 'shop.buy.owned'} />{' '}
      {path !== null && (
        <Link to={path}>
          <FormattedMessage id="shop.buy.open" />
        </Link>
      )}
    </Callout>
  );
}
