import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import type { BasketLine } from '#features/shop/shared/contract.ts';
import { productPath } from './catalogue/product-query.ts';

/** Why a line can't be bought. A missing prerequisite links to the product, which shows how to get it. */
export function LineProblem({ line: { problem, afterLevel, productId } }: { line: BasketLine }) {
  if (problem === null) return null;
  if (problem !== 'shop.prerequisite' || afterLevel === null) return <FormattedMessage id={`error.${problem}`} />;
  return (
    <>
      <FormattedMessage id="shop.buy.needs" values={{ level: afterLevel }} />{' '}
      <Link to={productPath(productId)}>
        <FormattedMessage id="shop.buy.needs_how" />
      </Link>
    </>
  );
}
