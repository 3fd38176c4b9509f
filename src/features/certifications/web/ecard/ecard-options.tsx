import { ShoppingBag } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { OptionRow } from '#ui/lists/option-row.tsx';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { useECardsForSale } from '#features/certifications/web/queries.ts';

/** The club's options for a certification without an eCard. */
export interface ClubOptions {
  redeem: ReactNode;
  join: ReactNode;
}

/** The three ways to get an eCard; unavailable ones say why. */
export function ECardOptions({ card, club }: { card: CardInfo; club: ClubOptions }) {
  return (
    <div data-part="options">
      <Rows>
        {club.redeem}
        <BuyOption card={card} />
        {club.join}
      </Rows>
    </div>
  );
}

function BuyOption({ card }: { card: CardInfo }) {
  const intl = useIntl();
  const { data: forSale } = useECardsForSale();
  const offer = forSale?.find(({ levelID }) => levelID === card.levelID);
  return (
    <OptionRow
      icon={<ShoppingBag size={20} />}
      title={<FormattedMessage id="certifications.ways.buy" />}
      text={
        offer ? (
          <FormattedMessage
            id="certifications.ways.buy_text"
            values={{ price: formatMoney(intl, { minor: offer.priceMinor, currency: offer.currency }) }}
          />
        ) : (
          forSale && <FormattedMessage id="certifications.ways.not_for_sale" />
        )
      }
      action={
        offer && (
          <Link className={buttonClass({ kind: 'outlined' })} to={`/training/shop?stock=${offer.eCardStockID}`}>
            <FormattedMessage id="certifications.ways.buy_action" />
          </Link>
        )
      }
    />
  );
}
