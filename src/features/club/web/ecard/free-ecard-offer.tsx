import './free-ecard-offer.css';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { useClub } from '#features/club/web/club-queries.ts';
import { formatDay } from '#features/club/web/club-format.ts';

/** Offers this year's free eCard while it is unused and a certification is available for it. */
export function FreeECardOffer() {
  const intl = useIntl();
  const { data: club } = useClub();
  if (!club?.ecard || club.ecard.isRedeemed) return null;
  const names = club.choices.filter(({ refusal }) => refusal === null).map(({ levelName }) => levelName);
  if (names.length === 0) return null;
  return (
    <section className="sec card pad club-offer">
      <CardDrawing />
      <div className="grow">
        <h2>
          <FormattedMessage id="club.card_offer.title" />
        </h2>
        <p className="text-sm text-ink-2">
          <FormattedMessage
            id="club.card_offer.text"
            values={{ names: intl.formatList(names, { type: 'disjunction' }) }}
          />{' '}
          {club.endsOn !== null && (
            <FormattedMessage id="club.card_offer.stays" values={{ date: formatDay(intl, club.endsOn) }} />
          )}
        </p>
      </div>
      <Link className={buttonClass({ kind: 'outlined' })} to="/club">
        <FormattedMessage id="club.card_offer.action" />
      </Link>
    </section>
  );
}
