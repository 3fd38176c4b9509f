import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { boot } from '../../../platform/web/boot.ts';
import { moneyText } from '../../../platform/web/money.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Stat } from '../../../ui/stat.tsx';
import type { ClubPage } from '../shared/contract.ts';
import { priceText } from './club-words.ts';
import { useJoin } from './use-join.ts';

type Offer = ClubPage['offers'][number];

/** What can be done now and what it costs, each on a card of its own. The first is what most will want. */
export function ClubOffers({ page }: { page: ClubPage }) {
  const { busyWith, begin } = useJoin(page);
  if (page.offers.length === 0) return null;
  return (
    <div className="club-deals">
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
  );
}

interface OfferCardProps {
  page: ClubPage;
  offer: Offer;
  isFirst: boolean;
  isBusy: boolean;
  onBegin: (isRenewing: boolean) => void;
}

function OfferCard({ page: { status }, offer: { kind, price }, isFirst, isBusy, onBegin }: OfferCardProps) {
  const intl = useIntl();
  const [isRenewing, setIsRenewing] = useState(status === 'past_due');
  const isFree = price.minor === 0;
  return (
    <article className="card club-deal">
      <Stat value={priceText(intl, price)} label={<FormattedMessage id={`club.offer.${kind}`} />} />
      <p className="text-sm text-ink-2">
        <FormattedMessage id={`club.offer.${kind}_text`} values={{ club: boot.brand.club }} />
      </p>
      {!isFree && (
        <Checkbox
          className="text-sm"
          checked={isRenewing}
          onChange={(event) => setIsRenewing(event.target.checked)}
          label={<FormattedMessage id="club.offer.renewing" />}
        />
      )}
      <Button kind={isFirst ? 'filled' : 'outlined'} isBusy={isBusy} onClick={() => onBegin(!isFree && isRenewing)}>
        <OfferAction status={status} kind={kind} price={moneyText(intl, price)} />
      </Button>
    </article>
  );
}

/** For the place beside the renewal, where a line is enough. */
export function OfferButton({ page, offer, isFilled }: { page: ClubPage; offer: Offer; isFilled: boolean }) {
  const intl = useIntl();
  const { busyWith, begin } = useJoin(page);
  return (
    <Button
      kind={isFilled ? 'filled' : 'outlined'}
      isBusy={busyWith === offer.kind}
      onClick={() => void begin(offer.kind, page.isRenewing)}
    >
      <OfferAction status={page.status} kind={offer.kind} price={moneyText(intl, offer.price)} />
    </Button>
  );
}

function OfferAction({ status, kind, price }: { status: ClubPage['status']; kind: Offer['kind']; price: string }) {
  return <FormattedMessage id={`club.offer.${actionOf(status, kind)}`} values={{ price }} />;
}

function actionOf(status: ClubPage['status'], kind: Offer['kind']): string {
  if (kind === 'trial') return 'try';
  if (kind === 'reactivation') return 'back';
  if (status === 'past_due') return 'pay';
  return status === 'active' ? 'renew' : 'join';
}
