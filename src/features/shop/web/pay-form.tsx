import { useState, type SubmitEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ApiError } from '../../../platform/web/client.ts';
import { messageOfFailure } from '../../../platform/web/failure.ts';
import { moneyText } from '../../../platform/web/money.ts';
import { queries } from '../../../platform/web/query.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { PickList } from '../../../ui/pick-list.tsx';
import type { PaymentPage, testCards } from '../shared/payment-contract.ts';
import { payments } from './client.ts';
import { returnAddress } from './return-address.ts';

const cards = ['4242', '0002', '9995'] as const satisfies typeof testCards;

/** What is to be paid and with which of the test cards. One that was declined can be followed by another. */
export function PayForm({ token, payment }: { token: string; payment: PaymentPage }) {
  const intl = useIntl();
  const [card, setCard] = useState<(typeof cards)[number]>('4242');
  const [problem, setProblem] = useState<string | null>(payment.state === 'declined' ? 'shop.pay.declined' : null);
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const amount = moneyText(intl, { minor: payment.amountMinor, currency: payment.currency });
  const refuse = (id: string) => {
    setProblem(id);
    setRefusals((count) => count + 1);
    setIsBusy(false);
  };
  const pay = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    try {
      const answer = await payments('POST pay/{token}', { params: { token }, body: { card } });
      if (answer.state === 'paid') location.replace(returnAddress(answer.returnPath, 'paid'));
      else if (answer.state === 'declined') refuse('shop.pay.declined');
      else queries.setQueryData(['payment', token], answer);
    } catch (error) {
      refuse(error instanceof ApiError ? messageOfFailure(error) : 'GeneralError');
      // Too late, or paid elsewhere: the page says which.
      void queries.invalidateQueries({ queryKey: ['payment', token] });
    }
  };
  return (
    <div className="pay">
      <PageHead
        eyebrow={<FormattedMessage id="shop.pay.eyebrow" />}
        title={<FormattedMessage id="shop.pay.title" values={{ amount }} />}
        text={<bdi>{payment.description}</bdi>}
      />
      <Callout>
        <FormattedMessage id="shop.pay.test" />
      </Callout>
      <form className="card pad" onSubmit={(event) => void pay(event)}>
        <FormAlert problem={problem !== null && <FormattedMessage id={problem} />} refusals={refusals} />
        <h2 className="mb-3">
          <FormattedMessage id="shop.pay.cards" />
        </h2>
        <PickList
          label={<FormattedMessage id="shop.pay.cards" />}
          picks={cards.map((digits) => ({
            value: digits,
            title: <FormattedMessage id="shop.pay.card" values={{ digits: <bdi className="num">{digits}</bdi> }} />,
            text: <FormattedMessage id={`shop.pay.card_${digits}`} />,
          }))}
          value={card}
          onPick={setCard}
        />
        {payment.isCardKept && (
          <p className="mt-4 text-sm text-ink-2">
            <FormattedMessage id="shop.pay.kept" />
          </p>
        )}
        <div className="mt-5 grid gap-2">
          <Button type="submit" size="tall" isWide isBusy={isBusy}>
            <FormattedMessage id="shop.pay.title" values={{ amount }} />
          </Button>
          <ButtonLink kind="quiet" isWide href={returnAddress(payment.returnPath, 'left')}>
            <FormattedMessage id="shop.pay.leave" />
          </ButtonLink>
        </div>
      </form>
    </div>
  );
}
