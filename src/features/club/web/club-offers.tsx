import { useState } from 'react';
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { boot } from '#platform/web/session/boot.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { ClubPage, Price } from '#features/club/shared/contract.ts';
import { formatPrice, toTotal } from './club-format.ts';
import { useClubPayment } from './club-payment-context.ts';
import { refreshClub } from './club-queries.ts';
import { useJoinClub } from './use-join-club.ts';

type Offer = ClubPage['offers'][number];

/** The available offers, each on its own card; the most likely one comes first. */
export function ClubOffers({ page }: { page: ClubPage }) {
  const { busyWith, begin } = useJoinClub(page);
  const { BillingPrompt } = useClubPayment();
  if (page.offers.length === 0) return null;
  const needsCountry = needsCountryFirst(page);
  return (
    <>
      {needsCountry && (
        <div className="mt-5">
          <BillingPrompt needsBirthdate={page.needsBirthdate} onSaved={() => void refreshClub()} />
        </div>
      )}
      <div className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] mt-6 xl:me-[calc(344px_+_var(--s-12))]">
        {page.offers.map((offer, index) => (
          <OfferCard
            key={offer.kind}
            page={page}
            offer={offer}
            isFirst={index === 0}
            isBusy={busyWith === offer.kind}
            onBegin={(isRenewing) => void begin(offer.kind, isRenewing)}
          />
        ))}
      </div>
    </>
  );
}

/** A minor's request uses the guardian's country, and a trial is free. */
function needsCountryFirst({ country, isMinor, needsBirthdate, offers }: ClubPage): boolean {
  return (needsBirthdate || (country === '' && !isMinor)) && offers.some(({ price }) => price.minor > 0);
}

interface OfferCardProps {
  page: ClubPage;
  offer: Offer;
  isFirst: boolean;
  isBusy: boolean;
  onBegin: (isRenewing: boolean) => void;
}

function OfferCard({ page, offer: { kind, price }, isFirst, isBusy, onBegin }: OfferCardProps) {
  const intl = useIntl();
  const { status, isMinor } = page;
  const [isRenewing, setIsRenewing] = useState(status === 'past_due');
  const isFree = price.minor === 0;
  return (
    <article className="card grid gap-2 content-start p-5 grid-rows-[auto_1fr]">
      <Stat value={formatPrice(intl, price)} label={<FormattedMessage id={`club.offer.${kind}`} />} />
      <p className="text-sm text-ink-2">
        <FormattedMessage id={`club.offer.${kind}_text`} values={{ club: boot.brand.club }} />
      </p>
      <PriceTax price={price} />
      {!isFree && !isMinor && (
        <Checkbox
          className="text-sm"
          checked={isRenewing}
          onChange={(event) => setIsRenewing(event.target.checked)}
          label={<FormattedMessage id="club.offer.renewing" />}
        />
      )}
      <Button
        className="justify-self-start mt-2"
        kind={isFirst ? 'filled' : 'outlined'}
        isBusy={isBusy}
        disabled={!isFree && needsCountryFirst(page)}
        onClick={() => onBegin(!isFree && isRenewing)}
      >
        <OfferAction page={page} kind={kind} price={formatTotal(intl, price)} />
      </Button>
    </article>
  );
}

/** The tax of a price, shown before payment. */
function PriceTax({ price: { taxMinor, isTaxIncluded, totalMinor, currency } }: { price: Price }) {
  const intl = useIntl();
  if (taxMinor === 0) return null;
  const text = (minor: number) => formatMoney(intl, { minor, currency });
  return (
    <p className="text-sm text-ink-2">
      <FormattedMessage
        id={isTaxIncluded ? 'club.offer.tax_included' : 'club.offer.tax_added'}
        values={{ tax: text(taxMinor), total: text(totalMinor) }}
      />
    </p>
  );
}

/** A compact variant for the renewal section. */
export function OfferButton({ page, offer, isFilled }: { page: ClubPage; offer: Offer; isFilled: boolean }) {
  const intl = useIntl();
  const { busyWith, begin } = useJoinClub(page);
  return (
    <Button
      kind={isFilled ? 'filled' : 'outlined'}
      isBusy={busyWith === offer.kind}
      disabled={needsCountryFirst(page)}
      onClick={() => void begin(offer.kind, page.isRenewing)}
    >
      <OfferAction page={page} kind={offer.kind} price={formatTotal(intl, offer.price)} />
    </Button>
  );
}

const formatTotal = (intl: IntlShape, price: Offer['price']) => formatMoney(intl, toTotal(price));

function OfferAction({ page, kind, price }: { page: ClubPage; kind: Offer['kind']; price: string }) {
  const { status, isMinor } = page;
  if (isMinor && kind !== 'trial') return <FormattedMessage id="club.offer.ask" />;
  return <FormattedMessage id={`club.offer.${getActionKey(status, kind)}` as MessageId} values={{ price }} />;
}

function getActionKey(status: ClubPage['status'], kind: Offer['kind']): string {
  if (kind === 'trial') return 'try';
  if (kind === 'reactivation') return 'back';
  if (status === 'past_due') return 'pay';
  return status === 'active' ? 'renew' : 'join';
}
