import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatDay } from '#platform/shared/format-day.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ChoiceChips } from '#ui/fields/choice-chips.tsx';
import type { Product } from '#features/shop/shared/contract.ts';
import { AddToBasketButton } from './add-to-basket-button.tsx';
import { sumQuantity, useProductLines } from '#features/shop/web/basket/use-product-lines.ts';
import type { PricedProduct } from './buy-product.tsx';

type Certification = Product['certifications'][number];

/** A card is issued for one of the person's certifications; an eCard only for one without an eCard. */
export function BuyCard({ product }: { product: PricedProduct }) {
  const { certifications, isOwned, isPosted } = product;
  const textOf = useCertificationText();
  const [chosen, setChosen] = useState<string | null>(null);
  const lines = useProductLines(product.productId);
  const open = certifications.filter(
    ({ licenseID, refusal }) => refusal === null && !lines.some((line) => line.licenseID === licenseID),
  );
  const [first] = open;
  if (first === undefined && lines.length === 0)
    return isOwned ? null : <NoCertification certifications={certifications} />;
  const picked = open.find(({ licenseID }) => String(licenseID) === chosen) ?? first;
  return (
    <>
      {open.length > 1 && picked ? (
        <ChoiceChips
          legend={<FormattedMessage id="shop.buy.which" />}
          options={open.map((certification) => ({
            value: String(certification.licenseID),
            label: textOf(certification),
          }))}
          value={String(picked.licenseID)}
          onChange={setChosen}
        />
      ) : (
        picked && (
          <p>
            <FormattedMessage id="shop.buy.for_certification" values={{ certification: textOf(picked) }} />
          </p>
        )
      )}
      <p className="text-sm text-ink-2">
        <FormattedMessage id={isPosted ? 'shop.buy.posted' : 'shop.buy.at_once'} />
      </p>
      <AddToBasketButton
        product={product}
        quantity={1}
        licenseID={picked?.licenseID ?? null}
        inBasket={sumQuantity(lines)}
        isFull={picked === undefined}
      />
    </>
  );
}

function NoCertification({ certifications }: { certifications: readonly Certification[] }) {
  return (
    <Callout>
      <FormattedMessage id={certifications.length === 0 ? 'shop.buy.no_certification' : 'shop.buy.all_have'} />{' '}
      <Link to="/certifications/list">
        <FormattedMessage id="shop.buy.see_cards" />
      </Link>
    </Callout>
  );
}

function useCertificationText() {
  const intl = useIntl();
  return ({ levelName, certDate }: Certification) => {
    const date = formatDay(intl, certDate, 'medium');
    return intl.formatMessage({ id: 'shop.buy.certified' }, { level: levelName, date });
  };
}
