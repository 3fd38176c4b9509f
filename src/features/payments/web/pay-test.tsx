import { useState } from 'react';
import type { PaymentPage, testNews } from '../shared/contract.ts';
import { PayChallenge } from './pay-challenge.tsx';
import { PayForm } from './pay-form.tsx';
import { usePay } from './use-pay.ts';

export type News = (typeof testNews)[number];

/** The page of the embedded test gateway: a card, and for one of them the question of its bank. */
export function PayTest({ token, payment }: { token: string; payment: PaymentPage }) {
  const [news, setNews] = useState<News>('now');
  const paying = usePay(token, payment);
  return payment.isChallenged ? (
    <PayChallenge token={token} payment={payment} news={news} paying={paying} />
  ) : (
    <PayForm token={token} payment={payment} news={news} onNews={setNews} paying={paying} />
  );
}
