import '#features/shop/web/shop.css';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead, PageSection } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { Product } from '#features/shop/shared/contract.ts';
import { useOutboxNotifications } from '#features/shop/web/basket/add-to-basket.ts';
import { BasketButton } from '#features/shop/web/basket/basket-button.tsx';
import { LoadFailure } from '#features/shop/web/load-failure.tsx';
import { ProductBuy } from './product-buy.tsx';
import { ProductDrawing } from '#features/shop/web/product-drawing.tsx';
import { useBasket, useProduct } from '#features/shop/web/queries.ts';
import { BackToShopLink } from '#features/shop/web/back-to-shop-link.tsx';

export function ProductScreen() {
  const { productId = '' } = useParams();
  const number = /^[1-9]\d{0,8}$/.test(productId) ? Number(productId) : null;
  const { data, error, isError, isFetching, refetch } = useProduct(number);
  useOutboxNotifications();
  useEffect(() => void import('#features/shop/web/basket/basket-screen.tsx').catch(() => undefined), []);
  if (data !== undefined) return <ProductPage key={productId} product={data} />;
  if (number === null || (error instanceof ApiError && error.status === 404)) return <ProductNotFound />;
  if (!isError) return <ProductSkeleton />;
  return (
    <>
      <PageHead back={<BackToShopLink />} title={<FormattedMessage id="shell.page.shop" />} />
      <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} />
    </>
  );
}

function ProductPage({ product }: { product: Product }) {
  const { category, name, excerpt, drawing, sections } = product;
  return (
    <>
      <div className="product-way">
        <BackToShopLink />
        <BasketButton />
      </div>
      <PageHead eyebrow={<FormattedMessage id={`shop.category.${category}`} />} title={<bdi>{name}</bdi>} />
      <div className="product">
        <div className="card pic">
          <ProductDrawing name={drawing} width={320} />
        </div>
        <div className="deal">
          <p>
            <bdi>{excerpt}</bdi>
          </p>
          <Price product={product} />
          <ProductBuy product={product} />
        </div>
      </div>
      {sections.length > 0 && (
        <PageSection title={<FormattedMessage id="shop.buy.sections" />}>
          <ol className="card product-sections">
            {sections.map((section) => (
              <li key={section}>
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
    <div className="product-price">
      <b className="num">{formatMoney(intl, price)}</b>
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
      <div className="product">
        <Skeleton height={320} />
        <div className="deal">
          <Skeleton height={52} />
          <Skeleton height={48} width="40%" />
          <Skeleton height={48} width="60%" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
