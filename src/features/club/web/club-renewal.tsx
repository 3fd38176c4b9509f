import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { moneyText } from '../../../platform/web/money.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PageSection } from '../../../ui/page.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { ClubPage } from '../shared/contract.ts';
import { canChooseCard } from './can-choose-card.ts';
import { OfferButton } from './club-offers.tsx';
import { useRenewal } from './club-queries.ts';
import { dayText, totalOf } from './club-words.ts';

/** Whether the next year comes by itself: when, for how much, with which card. */
export function ClubRenewal({ page }: { page: ClubPage }) {
  const intl = useIntl();
  const id = useId();
  const { status, endsOn, isRenewing, paymentHint } = page;
  const { mutate } = useRenewal();
  const date = endsOn === null ? '' : dayText(intl, endsOn);
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
  // The one filled button of the page is the free eCard while there is one to choose.
  const hasFilled = canChooseCard(page);
  return (
    <PageSection title={<FormattedMessage id="club.renewal.title" />}>
      {status === 'past_due' ? (
        <EndNow onEnd={() => mutate(false)} />
      ) : paymentHint === null ? (
        <p className="pt-2 pb-4 text-sm text-ink-2">
          <FormattedMessage id={status === 'trial' ? 'club.renewal.trial' : 'club.renewal.no_card'} values={{ date }} />
        </p>
      ) : (
        <div className="club-set">
          <div className="min-w-0 flex-1">
            <b id={`${id}-name`}>
              <FormattedMessage id="club.renewal.by_itself" />
            </b>
            <p id={`${id}-about`} className="text-sm text-ink-2">
              <About page={page} />
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
        <Button kind="quiet" className="club-cancel" onClick={() => turn(false)}>
          <FormattedMessage id="club.renewal.cancel" />
        </Button>
      )}
    </PageSection>
  );
}

/** What is past due ends at once when nothing is charged any more, and cannot be taken back: this is asked about. */
function EndNow({ onEnd }: { onEnd: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <p className="pt-2 pb-4 text-sm text-ink-2">
        <FormattedMessage id="club.renewal.trying" />
      </p>
      <Button kind="quiet" className="club-cancel" onClick={() => setIsAsking(true)}>
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

function About({ page: { endsOn, isRenewing, renewal, paymentHint } }: { page: ClubPage }) {
  const intl = useIntl();
  const date = endsOn === null ? '' : dayText(intl, endsOn);
  const digits = paymentHint ?? '';
  if (!isRenewing) return <FormattedMessage id="club.renewal.off" values={{ date }} />;
  // Switched on a moment ago: when and for how much comes with the server's answer.
  if (renewal === null) return <FormattedMessage id="club.renewal.card" values={{ digits }} />;
  return (
    <FormattedMessage
      id="club.renewal.on"
      values={{ date: dayText(intl, renewal.on), price: moneyText(intl, totalOf(renewal.price)), digits }}
    />
  );
}
