import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link, Navigate, useSearchParams } from 'react-router';
import { whenUsed } from '#platform/web/hooks/when-used.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { PageHead } from '#ui/layout/page.tsx';
import { useOutboxNotifications } from '#features/shop/web/basket/add-to-basket.ts';
import { BasketButton } from '#features/shop/web/basket/basket-button.tsx';
import { ClubOffer } from './club-offer.tsx';
import { RecommendedProducts } from './recommended-products.tsx';
import { ProductList } from './product-list.tsx';
import { ProductFilters } from './product-filters.tsx';
import { productPath, parseStockNumber, useProductQuery } from './product-query.ts';

export function ShopScreen() {
  const [query] = useSearchParams();
  const stock = parseStockNumber(query);
  if (stock !== null) return <Navigate to={productPath(stock)} replace />;
  return <Shop />;
}

/** The catalogue, starting with recommendations. */
function Shop() {
  const { view, change } = useProductQuery();
  useOutboxNotifications();
  // Preloads the screens people need if they lose the network.
  useEffect(() => {
    void whenUsed().then(() =>
      Promise.allSettled([
        import('#features/shop/web/product/product-screen.tsx'),
        import('#features/shop/web/basket/basket-screen.tsx'),
      ]),
    );
  }, []);
  const isNarrowed = view.category !== null || view.search !== '';
  return (
    <>
      <PageHead title={<FormattedMessage id="shell.page.shop" />} end={<BasketButton />} />
      <ClubOffer />
      {!isNarrowed && <RecommendedProducts />}
      <section className="mt-8" aria-labelledby="shelf">
        <h2 id="shelf" className="vh">
          <FormattedMessage id="shop.list.all" />
        </h2>
        <ProductFilters view={view} onChange={change} />
        <ProductList view={view} />
      </section>
      <nav className="flex flex-wrap gap-y-0 gap-x-6 mt-8 text-(length:--t-sm)">
        <Link className="inline-flex items-center min-h-tap" to="/training/shop/orders">
          <FormattedMessage id="shop.list.orders" />
        </Link>
        {currentToken()?.role === 'store' && (
          <Link className="inline-flex items-center min-h-tap" to="/training/shop/credit">
            <FormattedMessage id="shop.list.credit" />
          </Link>
        )}
      </nav>
    </>
  );
}
