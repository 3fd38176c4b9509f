import './shop.css';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link, Navigate, useSearchParams } from 'react-router';
import { currentToken } from '../../../platform/web/session.ts';
import { PageHead } from '../../../ui/page.tsx';
import { useAdditionsWatch } from './additions.ts';
import { BasketButton } from './basket-button.tsx';
import { ClubOffer } from './club-offer.tsx';
import { Recommended } from './recommended.tsx';
import { Shelf } from './shelf.tsx';
import { ShelfBar } from './shelf-bar.tsx';
import { productPath, readStock, useShelfView } from './shelf-view.ts';

export function ShopScreen() {
  const [query] = useSearchParams();
  const stock = readStock(query);
  if (stock !== null) return <Navigate to={productPath(stock)} replace />;
  return <Shop />;
}

/** All there is to buy, what is meant for this person first. */
function Shop() {
  const { view, change } = useShelfView();
  useAdditionsWatch();
  // Whoever loses the network after this can still open what they look at, and their basket.
  useEffect(() => {
    void Promise.allSettled([import('./product-screen.tsx'), import('./basket-screen.tsx')]);
  }, []);
  const isNarrowed = view.category !== null || view.search !== '';
  return (
    <>
      <PageHead title={<FormattedMessage id="shell.page.shop" />} end={<BasketButton />} />
      <ClubOffer />
      {!isNarrowed && <Recommended />}
      <section className="shelf-part" aria-labelledby="shelf">
        <h2 id="shelf" className="vh">
          <FormattedMessage id="shop.list.all" />
        </h2>
        <ShelfBar view={view} onChange={change} />
        <Shelf view={view} />
      </section>
      <nav className="shop-ways">
        <Link to="/training/shop/orders">
          <FormattedMessage id="shop.list.orders" />
        </Link>
        {currentToken()?.role === 'store' && (
          <Link to="/training/shop/credit">
            <FormattedMessage id="shop.list.credit" />
          </Link>
        )}
      </nav>
    </>
  );
}
