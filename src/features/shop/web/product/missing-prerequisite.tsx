import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { Callout } from '#ui/feedback/callout.tsx';
import type { Product } from '#features/shop/shared/contract.ts';

/** Explains which certification is missing, and how to get it. */
export function MissingPrerequisite({ product }: { product: Pick<Product, 'afterLevel' | 'prerequisitePath'> }) {
  const { afterLevel, prerequisitePath } = product;
  return (
    <Callout kind="wait">
      <p>
        <FormattedMessage id="shop.buy.needs" values={{ level: <b>{afterLevel}</b> }} />
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4">
        {prerequisitePath !== null && (
          <Link to={prerequisitePath}>
            <FormattedMessage id="shop.buy.needs_course" values={{ level: afterLevel }} />
          </Link>
        )}
        <Link to="/certifications/list">
          <FormattedMessage id="shop.buy.needs_card" />
        </Link>
      </p>
    </Callout>
  );
}
