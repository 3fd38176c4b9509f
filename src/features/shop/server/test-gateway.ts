import type { testCards } from '../shared/payment-contract.ts';

export interface Charge {
  /** The same key is charged once, however often it is asked for, and answered the same. */
  key: string;
  method: string;
  amountMinor: number;
  currency: string;
}

/** The payment service. It alone sees a card; what is kept here is the name that it gives to one. */
export interface Gateway {
  charge(charge: Charge): Promise<'paid' | 'declined'>;
}

export type TestCard = (typeof testCards)[number];

const prefix = 'test_';

/** What the hosted page of the test gateway makes of a card. */
export function payWith(card: TestCard): { outcome: 'paid' | 'declined'; method: string; hint: string } {
  return { outcome: card === '0002' ? 'declined' : 'paid', method: prefix + card, hint: card };
}

/** Moves no money: what becomes of a charge follows from the card. */
export const testGateway: Gateway = {
  charge: async ({ method }) => (method === `${prefix}4242` ? 'paid' : 'declined'),
};
