import { FormattedMessage } from 'react-intl';
import { PageSection } from '#ui/layout/page.tsx';
import { ProductTile, productGridClass } from './product-tile.tsx';
import { useBasketProducts } from '#features/shop/web/basket/use-product-lines.ts';
import { useRecommendedProducts } from '#features/shop/web/queries.ts';

const maxShown = 3;

/** Recommendations are optional, so a failed request shows nothing. */
export function RecommendedProducts() {
  const { data = [] } = useRecommendedProducts(true);
  const basket = useBasketProducts();
  const shown = data.slice(0, maxShown);
  if (shown.length === 0) return null;
  const isAlone = shown.length === 1;
  return (
    <PageSection className="mt-8" title={<FormattedMessage id="shop.list.recommended" />}>
      <ul className={isAlone ? 'grid grid-cols-[minmax(0,720px)]' : `${productGridClass} max-lg:*:nth-[n+3]:hidden`}>
        {shown.map(({ product, reason }) => (
          <ProductTile
            key={product.productId}
            product={product}
            isInBasket={basket.has(product.productId)}
            isCompact
            hasExcerpt={isAlone}
            eyebrow={<FormattedMessage id={`shop.reason.${reason}`} />}
          />
        ))}
      </ul>
    </PageSection>
  );
}
