import { ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { moneyText } from '../../../platform/web/money.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Rows } from '../../../ui/row.tsx';
import { Way } from '../../../ui/way.tsx';
import type { CardInfo } from '../shared/contract.ts';
import { useForSale } from './queries.ts';

const currency = 'USD';

/** What the club has to offer for a certification that has no eCard yet. */
export interface ClubWays {
  redeem: ReactNode;
  join: ReactNode;
}

/** The three ways to an eCard; one that is closed says why. */
export function Ways({ card, club }: { card: CardInfo; club: ClubWays }) {
  return (
    <div className="ways">
      <Rows>
        {club.redeem}
        <BuyWay card={card} />
        {club.join}
      </Rows>
    </div>
  );
}

function BuyWay({ card }: { card: CardInfo }) {
  const intl = useIntl();
  const { data: forSale } = useForSale();
  const offer = forSale?.find(({ levelID }) => levelID === card.levelID);
  return (
    <Way
      icon={<ShoppingBag size={20} />}
      title={<FormattedMessage id="certifications.ways.buy" />}
      text={
        offer ? (
          <FormattedMessage
            id="certifications.ways.buy_text"
            values={{ price: moneyText(intl, { minor: offer.priceMinor, currency }) }}
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
