import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead, PageSection } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { Product } from '#features/shop/shared/contract.ts';
import { useOutboxNotifications } from '#features/shop/web/basket/add-to-basket.ts';
import { BasketButton } from '#features/shop/web/basket/basket-button.tsx';
import { BuyProduct } from './buy-product.tsx';
import { ProductDrawing } from '#features/shop/web/product-drawing.tsx';
import { useBasket, useProduct } from '#features/shop/web/queries.ts';
import { BackToShopLink } from '#features/shop/web/back-to-shop-link.tsx';

const columns = 'mt-6 grid grid-cols-1 gap-6 lg:grid-cols-2 lg:gap-10';

export function ProductScreen() {
  const { productId = '' } = useParams();
  const number = /^[1-9]\d{0,8}$/.test(productId) ? Number(productId) : null;
  const query = useProduct(number);
  useOutboxNotifications();
  useEffect(() => void import('#features/shop/web/basket/basket-screen.tsx').catch(() => undefined), []);
  if (number === null) return <ProductNotFound />;
  return (
    <QueryView
      query={query}
      skeleton={<ProductSkeleton />}
      renderError={(error) =>
        error instanceof ApiError && error.status === 404 ? (
          <ProductNotFound />
        ) : (
          <>
            <PageHead back={<BackToShopLink />} title={<FormattedMessage id="shell.page.shop" />} />
            <LoadFailure query={query} />
          </>
        )
      }
    >
      {(product) => <ProductPage key={productId} product={product} />}
    </QueryView>
  );
}

function ProductPage({ product }: { product: Product }) {
  const { category, name, excerpt, drawing, sections } = product;
  return (
    <>
      <div className="flex items-center justify-between gap-3 mb-3">
        <BackToShopLink className="min-h-tap" />
        <BasketButton />
      </div>
      <PageHead eyebrow={<FormattedMessage id={`shop.category.${category}`} />} title={<bdi>{name}</bdi>} />
      <div className={columns}>
        <div className="card grid place-items-center p-6 bg-bg max-sm:p-4 lg:min-h-90">
          <ProductDrawing className="h-auto w-[min(320px,80%)] stroke-[1.1] max-sm:w-50" name={drawing} width={320} />
        </div>
        <div className="grid content-start gap-5">
          <p>
            <bdi>{excerpt}</bdi>
          </p>
          <Price product={product} />
          <BuyProduct product={product} />
        </div>
      </div>
      {sections.length > 0 && (
        <PageSection className="mt-8" title={<FormattedMessage id="shop.buy.sections" />}>
          <ol className="card grid [counter-reset:section] px-5">
            {sections.map((section) => (
              <li
                className="flex gap-4 py-3 [counter-increment:section] not-first:border-t not-first:border-line before:content-[counter(section)] before:min-w-[2ch] before:text-ink-3 before:num"
                key={section}
              >
                <bdi>{section}</bdi>
              </li>
            ))}
          </ol>
        </PageSection>
      )}
    </>
  );
}

function Price({ product: { kind, price, afterLevel } }: { product: Product }) {
  const intl = useIntl();
  const { data: basket } = useBasket();
  if (price === null) return null;
  return (
    <div className="flex text-sm flex-wrap items-baseline gap-y-1 gap-x-4 text-ink-2">
      <b className="num text-xl w-full font-number text-ink">{formatMoney(intl, price)}</b>
      {basket && kind !== 'membership' && (
        <span>
          <FormattedMessage id={basket.isTaxIncluded ? 'shop.buy.tax_included' : 'shop.buy.tax_added'} />
        </span>
      )}
      {afterLevel !== null && (
        <span>
          <FormattedMessage id="shop.buy.level" values={{ level: afterLevel }} />
        </span>
      )}
    </div>
  );
}

function ProductNotFound() {
  return (
    <EmptyState
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="shop.buy.none_title" />}
      text={<FormattedMessage id="shop.buy.none_text" />}
      action={
        <Link className={buttonClass({ kind: 'outlined' })} to="/training/shop">
          <FormattedMessage id="shop.buy.to_shop" />
        </Link>
      }
    />
  );
}

function ProductSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'shop.buy.loading' })} className="grid gap-6">
      <Skeleton height={64} width="50%" />
      <div className={columns}>
        <Skeleton height={320} />
        <div className="grid content-start gap-5">
          <Skeleton height={52} />
          <Skeleton height={48} width="40%" />
          <Skeleton height={48} width="60%" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
