import { useState, type SubmitEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { moneyText } from '../../../platform/web/money.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { PickList } from '../../../ui/pick-list.tsx';
import type { PaymentPage, testCards, testNews } from '../shared/contract.ts';
import { payments } from './client.ts';
import type { News } from './pay-test.tsx';
import { returnAddress } from './return-address.ts';
import type { Paying } from './use-pay.ts';

type TestCard = (typeof testCards)[number];
const cards = ['4242', '0002', '9995', '3220'] as const satisfies typeof testCards;
const newsOf = ['now', 'late', 'twice', 'never'] as const satisfies typeof testNews;

interface PayFormProps {
  token: string;
  payment: PaymentPage;
  news: News;
  onNews: (news: News) => void;
  paying: Paying;
}

/** What is to be paid and with which of the test cards. One that was declined can be followed by another. */
export function PayForm({ token, payment, news, onNews, paying: { problem, refusals, isBusy, run } }: PayFormProps) {
  const intl = useIntl();
  const [card, setCard] = useState<TestCard>('4242');
  const amount = moneyText(intl, { minor: payment.amountMinor, currency: payment.currency });
  const pay = (event: SubmitEvent) => {
    event.preventDefault();
    void run(() => payments('POST pay/{token}', { params: { token }, body: { card, news } }));
  };
  return (
    <div className="pay">
      <PageHead
        eyebrow={<FormattedMessage id="payments.eyebrow" />}
        title={<FormattedMessage id="payments.title" values={{ amount }} />}
        text={<bdi>{payment.description}</bdi>}
      />
      <Callout>
        <FormattedMessage id="payments.test" />
      </Callout>
      <form className="card pad" onSubmit={pay}>
        <FormAlert problem={problem !== null && <FormattedMessage id={problem} />} refusals={refusals} />
        <h2 className="mb-3">
          <FormattedMessage id="payments.cards" />
        </h2>
        <PickList
          label={<FormattedMessage id="payments.cards" />}
          picks={cards.map((digits) => ({
            value: digits,
            title: <FormattedMessage id="payments.card" values={{ digits: <bdi className="num">{digits}</bdi> }} />,
            text: <FormattedMessage id={`payments.card_${digits}`} />,
          }))}
          value={card}
          onPick={setCard}
        />
        <div className="pay-news">
          <Disclosure title={<FormattedMessage id="payments.news" />}>
            <PickList
              label={<FormattedMessage id="payments.news" />}
              picks={newsOf.map((value) => ({
                value,
                title: <FormattedMessage id={`payments.news_${value}`} />,
                text: <FormattedMessage id={`payments.news_${value}_text`} />,
              }))}
              value={news}
              onPick={onNews}
            />
          </Disclosure>
        </div>
        {payment.isCardKept && (
          <p className="mt-4 text-sm text-ink-2">
            <FormattedMessage id="payments.kept" />
          </p>
        )}
        <div className="mt-5 grid gap-2">
          <Button type="submit" size="tall" isWide isBusy={isBusy}>
            <FormattedMessage id="payments.title" values={{ amount }} />
          </Button>
          <ButtonLink kind="quiet" isWide href={returnAddress(payment, 'left')}>
            <FormattedMessage id="payments.leave" />
          </ButtonLink>
        </div>
      </form>
    </div>
  );
}
