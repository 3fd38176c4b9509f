import * as z from 'zod';
import { defineCalls } from '../../../platform/shared/contract.ts';
import { defineErrors } from '../../../platform/shared/errors.ts';

export const failPayment = defineErrors({
  /** Unknown, used, or too old. */
  'shop.no_payment': 404,
  'shop.payment_settled': 409,
  /** The same key for something else, or for another amount. */
  'shop.payment_changed': 409,
  /** No payment service is set up. */
  'shop.no_gateway': 503,
});

export const paymentStates = ['open', 'paid', 'declined', 'expired'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The cards of the test gateway: what each does. */
export const testCards = ['4242', '0002', '9995'] as const;

const ByToken = z.object({ token: z.string().min(20).max(200) });
export const PaymentPage = z.object({
  state: z.enum(paymentStates),
  description: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  isCardKept: z.boolean(),
  /** Where to go afterwards. */
  returnPath: z.string(),
});
export type PaymentPage = z.output<typeof PaymentPage>;

/** The embedded test gateway: its hosted page. A real one has its own, elsewhere. */
export const paymentCalls = defineCalls('shop', {
  'GET pay/{token}': {
    summary: 'What is to be paid by this link.',
    access: 'anyone',
    params: ByToken,
    output: PaymentPage,
  },
  'POST pay/{token}': {
    summary:
      'Pays with one of the test cards: 4242 pays, 0002 is declined, 9995 pays now and is declined when charged again.',
    access: 'anyone',
    params: ByToken,
    body: z.object({ card: z.enum(testCards) }),
    output: PaymentPage,
  },
});
