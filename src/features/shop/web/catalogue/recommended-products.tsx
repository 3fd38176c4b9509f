import { FormattedMessage } from 'react-intl';
import { PageSection } from '#ui/layout/page.tsx';
import { ProductTile } from './product-tile.tsx';
import { useRecommendedProducts } from '#features/shop/web/queries.ts';

const maxShown = 3;

/** Recommendations are optional, so a failed request shows nothing. */
export function RecommendedProducts() {
  const { data = [] } = useRecommendedProducts(true);
  if (data.length === 0) return null;
  return (
    <PageSection title={<FormattedMessage id="shop.list.recommended" />}>
      <ul className="shelf compact">
        {data.slice(0, maxShown).map(({ product, reason }) => (
          <ProductTile
            key={product.productId}
            product={product}
            eyebrow={<FormattedMessage id={`shop.reason.${reason}`} />}
          />
        ))}
      </ul>
    </PageSection>
  );
}
