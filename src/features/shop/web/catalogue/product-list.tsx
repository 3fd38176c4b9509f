import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { loadMoreAndFocus } from '#ui/lists/load-more.ts';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { LoadFailure } from '#features/shop/web/load-failure.tsx';
import { ProductTile } from './product-tile.tsx';
import { type ProductQuery, useProducts } from '#features/shop/web/queries.ts';
import { toQueryString } from './product-query.ts';

export function ProductList({ view }: { view: ProductQuery }) {
  const intl = useIntl();
  const shelf = useProducts(view);
  const { data, isError, isFetching, refetch } = shelf;
  if (data === undefined)
    return isError ? <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} /> : <ProductListSkeleton />;
  const items = data.pages.flatMap((page) => page.items);
  const total = data.pages.at(-1)?.total ?? 0;
  return (
    <>
      <p className="vh" aria-live="polite">
        {!shelf.isPlaceholderData && intl.formatMessage({ id: 'shop.list.found' }, { count: total })}
      </p>
      {items.length === 0 ? (
        <NoProducts view={view} />
      ) : (
        <ul className="shelf" aria-busy={shelf.isPlaceholderData}>
          {items.map((product) => (
            <ProductTile key={product.productId} product={product} />
          ))}
        </ul>
      )}
      {shelf.hasNextPage && <LoadMore shelf={shelf} shown={items.length} total={total} />}
    </>
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
function LoadMore({ shelf, shown, total }: { shelf: ReturnType<typeof useProducts>; shown: number; total: number }) {
  const place = useRef<HTMLDivElement>(null);
  const { isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } = shelf;
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
    <div className="shelf-more" ref={place}>
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
    <SkeletonGroup label={intl.formatMessage({ id: 'shop.list.loading' })} className="shelf">
      {[1, 2, 3, 4, 5, 6].map((tile) => (
        <span key={tile} className="tile-shape">
          <Skeleton height="100%" />
        </span>
      ))}
    </SkeletonGroup>
  );
}
