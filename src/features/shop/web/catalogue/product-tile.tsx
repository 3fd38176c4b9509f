import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Chip } from '#ui/display/chip.tsx';
import { clsx } from 'clsx';
import type { ProductCard } from '#features/shop/shared/contract.ts';
import { ProductDrawing } from '#features/shop/web/product-drawing.tsx';
import { productPath } from './product-query.ts';

/** A tile of a long list. Its estimated height is that of most tiles. */
const skippedClass =
  'content-auto [contain-intrinsic-block-size:auto_192px] lg:[contain-intrinsic-block-size:auto_346px]';

/** The grid of a list of tiles. */
export const productGridClass = 'grid grid-cols-1 gap-4 min-[700px]:max-lg:grid-cols-2 lg:grid-cols-3 lg:gap-6';

interface ProductTileProps {
  product: ProductCard;
  isInBasket: boolean;
  eyebrow?: ReactNode;
  /** The picture stays beside the text on wide screens. */
  isCompact?: boolean;
  hasExcerpt?: boolean;
}

export function ProductTile({ product, isInBasket, eyebrow, isCompact = false, hasExcerpt = true }: ProductTileProps) {
  const intl = useIntl();
  const { productId, kind, name, excerpt, drawing, price, afterLevel, isOwned, path } = product;
  // Memberships have their own page.
  const to = kind === 'membership' && path !== null ? path : productPath(productId);
  return (
    <li className={clsx('card relative', !isCompact && skippedClass)} data-part="tile">
      <Link
        className={clsx(
          'group grid h-full grid-cols-[128px_minmax(0,1fr)] rounded-[inherit] text-inherit no-underline',
          !isCompact && 'lg:grid-cols-1 lg:grid-rows-[168px_1fr]',
        )}
        to={to}
      >
        <span
          className={clsx(
            'grid place-items-center overflow-hidden rounded-s-[11px] border-e border-line bg-bg',
            !isCompact && 'lg:rounded-[11px_11px_0_0] lg:border-e-0 lg:border-b',
          )}
        >
          <ProductDrawing
            className={clsx('h-auto', isCompact ? 'w-24 lg:w-26' : 'w-28 lg:w-44')}
            name={drawing}
            width={176}
          />
        </span>
        <span className={clsx('flex min-w-0 flex-col gap-1 p-4', !isCompact && 'lg:p-5')}>
          {eyebrow && <span className="block text-xs text-accent-text">{eyebrow}</span>}
          <span className="flex flex-wrap items-center gap-y-1 gap-x-2">
            <b className="text-md wrap-anywhere decoration-1 underline-offset-[0.2em] group-hover:underline">
              <bdi>{name}</bdi>
            </b>
            {isInBasket ? (
              <Chip status="verified" hasIcon={false}>
                <FormattedMessage id="shop.card.in_basket" />
              </Chip>
            ) : (
              isOwned && (
                <Chip status="verified">
                  <FormattedMessage id="shop.card.owned" />
                </Chip>
              )
            )}
          </span>
          {hasExcerpt && (
            <span className="text-sm text-ink-2">
              <bdi>{excerpt}</bdi>
            </span>
          )}
          <span className="num flex flex-wrap items-baseline gap-y-0 gap-x-2 mt-auto pt-2">
            {price === null ? (
              <span className="text-xs text-ink-3">
                <FormattedMessage id="shop.card.no_price" />
              </span>
            ) : (
              <b className="text-lg font-number">{formatMoney(intl, price)}</b>
            )}
            {afterLevel !== null && !isOwned && (
              <span className="text-xs text-ink-3 lg:ms-auto">
                <FormattedMessage id="shop.card.after" values={{ level: afterLevel }} />
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}
