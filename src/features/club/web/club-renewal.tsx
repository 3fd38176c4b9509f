import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDay } from '#platform/shared/format-day.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { ClubPage } from '#features/club/shared/contract.ts';
import { canChooseCard } from './ecard/can-choose-card.ts';
import { OfferButton } from './club-offers.tsx';
import { useSetRenewal } from './club-queries.ts';
import { toTotal } from './club-format.ts';

/** Automatic renewal: date, price and card. */
export function ClubRenewal({ page }: { page: ClubPage }) {
  const intl = useIntl();
  const id = useId();
  const { status, endsOn, isRenewing, paymentHint } = page;
  const { mutate } = useSetRenewal();
  const date = endsOn === null ? '' : formatDay(intl, endsOn, 'long');
  const turn = (isOn: boolean) => {
    mutate(isOn, {
      onSuccess: () => {
        showToast(
          isOn
            ? { text: intl.formatMessage({ id: 'club.renewal.is_on' }) }
            : {
                text: intl.formatMessage({ id: 'club.renewal.is_off' }, { date }),
                undo: { label: intl.formatMessage({ id: 'club.undo' }), onUndo: () => turn(true) },
              },
        );
      },
    });
  };
  // Only one button on the page is filled: the free eCard, if one can be chosen.
  const hasFilled = canChooseCard(page);
  return (
    <PageSection title={<FormattedMessage id="club.renewal.title" />}>
      {status === 'past_due' ? (
        <EndMembershipButton onEnd={() => mutate(false)} />
      ) : paymentHint === null ? (
        <p className="pt-2 pb-4 text-sm text-ink-2">
          <FormattedMessage id={status === 'trial' ? 'club.renewal.trial' : 'club.renewal.no_card'} values={{ date }} />
        </p>
      ) : (
        <div className="flex items-center gap-4 py-4">
          <div className="min-w-0 flex-1">
            <b id={`${id}-name`}>
              <FormattedMessage id="club.renewal.by_itself" />
            </b>
            <p id={`${id}-about`} className="text-sm text-ink-2">
              <RenewalText page={page} />
            </p>
          </div>
          <Switch
            label={<FormattedMessage id="club.renewal.by_itself" />}
            isLabelHidden
            aria-describedby={`${id}-about`}
            checked={isRenewing}
            onChange={(event) => turn(event.target.checked)}
          />
        </div>
      )}
      {status !== 'past_due' &&
        page.offers.map((offer, index) => (
          <OfferButton key={offer.kind} page={page} offer={offer} isFilled={!hasFilled && index === 0 && !isRenewing} />
        ))}
      {isRenewing && status !== 'past_due' && paymentHint !== null && (
        <Button kind="quiet" className="-ms-3" onClick={() => turn(false)}>
          <FormattedMessage id="club.renewal.cancel" />
        </Button>
      )}
    </PageSection>
  );
}

/** Cancelling a past-due membership ends it immediately and cannot be undone, so it asks for confirmation. */
function EndMembershipButton({ onEnd }: { onEnd: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <p className="pt-2 pb-4 text-sm text-ink-2">
        <FormattedMessage id="club.renewal.trying" />
      </p>
      <Button kind="quiet" className="-ms-3" onClick={() => setIsAsking(true)}>
        <FormattedMessage id="club.renewal.cancel" />
      </Button>
      <Dialog
        isAlert
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={<FormattedMessage id="club.end.title" />}
        actions={
          <>
            <Button kind="quiet" onClick={() => setIsAsking(false)}>
              <FormattedMessage id="club.end.keep" />
            </Button>
            <Button
              onClick={() => {
                setIsAsking(false);
                onEnd();
              }}
            >
              <FormattedMessage id="club.end.now" />
            </Button>
          </>
        }
      >
        <FormattedMessage id="club.end.text" />
      </Dialog>
    </>
  );
}

function RenewalText({ page: { endsOn, isRenewing, renewal, paymentHint } }: { page: ClubPage }) {
  const intl = useIntl();
  const date = endsOn === null ? '' : formatDay(intl, endsOn, 'long');
  const digits = paymentHint ?? '';
  if (!isRenewing) return <FormattedMessage id="club.renewal.off" values={{ date }} />;
  // Just turned on: date and price arrive with the server's response.
  if (renewal === null) return <FormattedMessage id="club.renewal.card" values={{ digits }} />;
  return (
    <FormattedMessage
      id="club.renewal.on"
      values={{ date: formatDay(intl, renewal.on, 'long'), price: formatMoney(intl, toTotal(renewal.price)), digits }}
    />
  );
}
