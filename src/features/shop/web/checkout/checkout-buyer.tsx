import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import type { Address, Checkout } from '#features/shop/shared/contract.ts';
import { getStepPath } from './checkout-steps.tsx';

export function BuyerLine({ buyer: { name, email } }: Pick<Checkout, 'buyer'>) {
  return (
    <p className="text-sm text-ink-2">
      {email === null ? (
        <bdi>{name}</bdi>
      ) : (
        <FormattedMessage
          id="shop.checkout.buyer"
          values={{ name: <b dir="auto">{name}</b>, email: <bdi className="wrap-anywhere">{email}</bdi> }}
        />
      )}
    </p>
  );
}

/** Currency and tax depend on the country in the profile, so it is changed there. The draft is kept in the meantime. */
export function CountryLine({ country }: { country: string }) {
  const intl = useIntl();
  return (
    <div className="grid gap-1 p-4 rounded-box bg-bg">
      <div className="flex flex-wrap items-baseline gap-y-1 gap-x-3">
        <span className="text-sm">
          <FormattedMessage id="shop.address.country" />
        </span>
        <b>{country === '' ? <FormattedMessage id="shop.address.no_country" /> : formatCountryName(intl, country)}</b>
      </div>
      <p className="text-sm text-ink-2">
        <FormattedMessage id="shop.address.country_text" values={{ profile: profileLink }} />
      </p>
    </div>
  );
}

/** The first step in one line, with a link to change it. */
export function DetailsLine({ checkout, address }: { checkout: Checkout; address: Address | null }) {
  const intl = useIntl();
  const { buyer, basket } = checkout;
  return (
    <div className="card mb-5 flex items-center justify-between gap-4 px-5 py-4" data-part="details">
      <div className="min-w-0">
        <BuyerLine buyer={buyer} />
        {address === null ? (
          basket.country !== '' && (
            <p className="text-sm text-ink-2">
              <FormattedMessage
                id="shop.checkout.prices_of"
                values={{ country: formatCountryName(intl, basket.country), profile: profileLink }}
              />
            </p>
          )
        ) : (
          <p className="text-sm">
            <bdi>{joinFacts(formatAddressLine(address), formatCountryName(intl, address.country))}</bdi>
          </p>
        )}
      </div>
      {address !== null && (
        <Link className="flex-none py-3 text-(length:--t-sm)" to={getStepPath('details')}>
          <FormattedMessage id="shop.checkout.change" />
        </Link>
      )}
    </div>
  );
}

const profileLink = (chunks: React.ReactNode[]) => <Link to="/profile">{chunks}</Link>;

export function formatAddressLine({ name, line1, line2, city, state, postalCode }: Address): string {
  return joinFacts(name, line1, line2, [postalCode, city].filter(Boolean).join(' '), state);
}

type Intl = ReturnType<typeof useIntl>;
export function formatCountryName(intl: Intl, country: string): string {
  return intl.formatDisplayName(country, { type: 'region' }) ?? country;
}
