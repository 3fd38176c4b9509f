import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { moneyText } from '../../../platform/web/money.ts';
import { Chip } from '../../../ui/chip.tsx';
import type { ProductCard } from '../shared/contract.ts';
import { useLinesOf } from './in-basket.ts';
import { ProductDrawing } from './product-drawing.tsx';
import { productPath } from './shelf-view.ts';

/** One thing on the shelf. */
export function ProductTile({ product, eyebrow }: { product: ProductCard; eyebrow?: ReactNode }) {
  const intl = useIntl();
  const { productId, kind, name, excerpt, drawing, price, afterLevel, isOwned, path } = product;
  const isInBasket = useLinesOf(productId).length > 0;
  // A membership is chosen on a page of its own.
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
              <b>{moneyText(intl, price)}</b>
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
