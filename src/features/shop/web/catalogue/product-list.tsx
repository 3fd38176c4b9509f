import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { loadMoreAndFocus } from '#ui/lists/load-more.ts';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { clsx } from 'clsx';
import { ProductTile, productGridClass } from './product-tile.tsx';
import { useBasketProducts } from '#features/shop/web/basket/use-product-lines.ts';
import { type ProductQuery, useProducts } from '#features/shop/web/queries.ts';
import { toQueryString } from './product-query.ts';

export function ProductList({ view }: { view: ProductQuery }) {
  const intl = useIntl();
  const query = useProducts(view);
  const basket = useBasketProducts();
  return (
    <QueryView query={query} skeleton={<ProductListSkeleton />}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        const total = pages.at(-1)?.total ?? 0;
        return (
          <>
            <p className="vh" aria-live="polite">
              {!query.isPlaceholderData && intl.formatMessage({ id: 'shop.list.found' }, { count: total })}
            </p>
            {items.length === 0 ? (
              <NoProducts view={view} />
            ) : (
              <ul className={clsx(productGridClass, 'aria-busy:opacity-60')} aria-busy={query.isPlaceholderData}>
                {items.map((product) => (
                  <ProductTile key={product.productId} product={product} isInBasket={basket.has(product.productId)} />
                ))}
              </ul>
            )}
            {query.hasNextPage && <LoadMore query={query} shown={items.length} total={total} />}
          </>
        );
      }}
    </QueryView>
  );
}

function NoProducts({ view }: { view: ProductQuery }) {
  return (
    <EmptyState
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="shop.list.none_title" />}
      text={<FormattedMessage id="shop.list.none_text" />}
      level={3}
      action={
        <Link
          className={buttonClass({ kind: 'outlined' })}
          to={toQueryString({ ...view, category: null, search: '' })}
          preventScrollReset
        >
          <FormattedMessage id="shop.list.show_all" />
        </Link>
      }
    />
  );
}

/** Loads early enough that scrolling does not have to wait. */
const preloadMargin = '600px';

/** Loads the next page on scroll; the button is for keyboard users and for retries. */
function LoadMore({ query, shown, total }: { query: ReturnType<typeof useProducts>; shown: number; total: number }) {
  const place = useRef<HTMLDivElement>(null);
  const { isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } = query;
  const canFetch = !isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData;
  useEffect(() => {
    if (!place.current || !canFetch) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: preloadMargin,
    });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [canFetch, fetchNextPage]);
  return (
    <div className="grid justify-items-center gap-3 mt-6 text-(length:--t-sm) text-ink-2" data-part="more" ref={place}>
      <p className="num" aria-live="polite">
        {isFetchNextPageError ? (
          <FormattedMessage id="shop.list.more_failed" />
        ) : (
          <FormattedMessage id="shop.list.shown" values={{ shown, total }} />
        )}
      </p>
      <Button
        kind="outlined"
        isBusy={isFetchingNextPage}
        onClick={({ currentTarget }) => void loadMoreAndFocus(currentTarget, fetchNextPage)}
      >
        <FormattedMessage id="shop.list.more" />
      </Button>
    </div>
  );
}

function ProductListSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup
      label={intl.formatMessage({ id: 'shop.list.loading' })}
      className={clsx(productGridClass, 'aria-busy:opacity-60')}
    >
      {[1, 2, 3, 4, 5, 6].map((tile) => (
        <span key={tile} className="block h-42 lg:h-80">
          <Skeleton height="100%" />
        </span>
      ))}
    </SkeletonGroup>
  );
}
