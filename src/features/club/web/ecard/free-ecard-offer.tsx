import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { SentenceSpace } from '#platform/web/i18n/sentence-space.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { useClub } from '#features/club/web/club-queries.ts';
import { formatDay } from '#platform/shared/format-day.ts';

/** Offers this year's free eCard while it is unused and a certification is available for it. */
export function FreeECardOffer() {
  const intl = useIntl();
  const { data: club } = useClub();
  if (!club?.ecard || club.ecard.isRedeemed) return null;
  const names = club.choices.filter(({ refusal }) => refusal === null).map(({ levelName }) => levelName);
  if (names.length === 0) return null;
  return (
    <section className="mt-10 card p-5 first:mt-0 lg:p-6 flex flex-wrap gap-y-4 gap-x-5 items-center">
      <CardDrawing className="h-auto w-24 flex-none" />
      <div className="flex-[1_1_55%] min-w-0 sm:basis-[40%]">
        <h2 className="text-md font-strong tracking-[0]">
          <FormattedMessage id="club.card_offer.title" />
        </h2>
        <p className="text-sm text-ink-2">
          <FormattedMessage
            id="club.card_offer.text"
            values={{ names: intl.formatList(names, { type: 'disjunction' }) }}
          />
          <SentenceSpace />
          {club.endsOn !== null && (
            <FormattedMessage id="club.card_offer.stays" values={{ date: formatDay(intl, club.endsOn, 'long') }} />
          )}
        </p>
      </div>
      <Link className={clsx('w-full sm:w-auto', buttonClass({ kind: 'outlined' }))} to="/club">
        <FormattedMessage id="club.card_offer.action" />
      </Link>
    </section>
  );
}
