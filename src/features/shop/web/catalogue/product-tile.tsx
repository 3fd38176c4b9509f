import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Chip } from '#ui/display/chip.tsx';
import type { ProductCard } from '#features/shop/shared/contract.ts';
import { useProductLines } from '#features/shop/web/basket/use-product-lines.ts';
import { ProductDrawing } from '#features/shop/web/product-drawing.tsx';
import { productPath } from './product-query.ts';

export function ProductTile({ product, eyebrow }: { product: ProductCard; eyebrow?: ReactNode }) {
  const intl = useIntl();
  const { productId, kind, name, excerpt, drawing, price, afterLevel, isOwned, path } = product;
  const isInBasket = useProductLines(productId).length > 0;
  // Memberships have their own page.
  const to = kind === 'membership' && path !== null ? path : productPath(productId);
  return (
    <li className="card tile">
      <Link to={to}>
        <span className="pic">
          <ProductDrawing name={drawing} width={176} />
        </span>
        <span className="body">
          {eyebrow && <span className="eyebrow">{eyebrow}</span>}
          <span className="name">
            <b>
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
          <span className="excerpt">
            <bdi>{excerpt}</bdi>
          </span>
          <span className="price num">
            {price === null ? (
              <span className="small">
                <FormattedMessage id="shop.card.no_price" />
              </span>
            ) : (
              <b>{formatMoney(intl, price)}</b>
            )}
            {afterLevel !== null && !isOwned && (
              <span className="small after-level">
                <FormattedMessage id="shop.card.after" values={{ level: afterLevel }} />
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}
