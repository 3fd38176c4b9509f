import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { isBirthdate } from '#features/identity/shared/rules.ts';

export const failPayment = defineErrors({
  /** Unknown, used, or too old. */
  'payments.none': 404,
  'payments.settled': 409,
  /** The same key for something else, or for another amount. */
  'payments.changed': 409,
  /** No payment service is set up. */
  'payments.no_gateway': 503,
  /** The payment service did not answer: nothing is known yet. */
  'payments.gateway_down': 503,
  /** A notice that the payment service did not sign. */
  'payments.bad_signature': 400,
  /** More than is left of what was paid. */
  'payments.refund_too_much': 422,
  /** A minor does not pay: they ask a guardian to, with `POST payment-requests`. */
  'payments.guardian_needed': 403,
  /** Tax depends on the country: it is given with `PUT billing/country`, or in the profile. */
  'payments.country_needed': 422,
  /** Minors do not pay, so the age has to be known: it is given with `PUT billing/birthdate`, or in the profile. */
  'payments.birthdate_needed': 422,
  /** A birthdate on file changes only through staff. */
  'payments.birthdate_known': 409,
  /** A guardian is an adult. */
  'payments.birthdate_guardian': 409,
  /** The profile has a country: it is changed there. */
  'payments.country_known': 409,
  'payments.unknown_country': 422,
});

/** Returned: it was paid, and what it was for could not be had any more, so the money goes back. */
export const paymentStates = ['open', 'paid', 'declined', 'expired', 'returned'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const gatewayNames = ['test', 'stripe'] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** The cards of the test gateway: what each does. 3220 asks for a challenge. */
export const testCards = ['4242', '0002', '9995', '3220'] as const;
/** How the test gateway tells the portal what came of a page. */
export const testWebhookModes = ['now', 'late', 'twice', 'never'] as const;

const ByToken = z.object({ token: z.string().min(20).max(200) });
export const PaymentPage = z.object({
  /** By which whoever comes back has it asked for. */
  paymentId: z.uuid(),
  state: z.enum(paymentStates),
  gateway: z.enum(gatewayNames),
  /** The test gateway waits for the answer to its challenge. */
  isChallenged: z.boolean(),
  description: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  isCardKept: z.boolean(),
  /** Where to go afterwards. */
  returnPath: z.string(),
  /** Whether it is the reader’s: others who paid by the link stay on its page. */
  isOwn: z.boolean(),
});
export type PaymentPage = z.output<typeof PaymentPage>;

export const paymentCalls = defineEndpoints('shop', {
  'GET pay/{token}': {
    summary: 'What is to be paid by this link.',
    access: 'anyone',
    params: ByToken,
    output: PaymentPage,
  },
  'POST pay/{token}/page': {
    summary: 'Opens the page of the payment service for this link, and says where it is.',
    access: 'anyone',
    // The payment service is asked outside any transaction.
    kind: 'read',
    params: ByToken,
    output: z.object({ url: z.string() }),
  },
  'POST pay/{token}': {
    summary:
      'The test gateway’s own page. 4242 pays, 0002 is declined, 9995 pays now and is declined when charged again, 3220 asks for a challenge first.',
    access: 'anyone',
    kind: 'read',
    params: ByToken,
    body: z.object({ card: z.enum(testCards), news: z.enum(testWebhookModes).default('now') }),
    output: PaymentPage,
  },
  'POST pay/{token}/challenge': {
    summary: 'Answers the challenge of the test gateway.',
    access: 'anyone',
    kind: 'read',
    params: ByToken,
    body: z.object({ isConfirmed: z.boolean(), news: z.enum(testWebhookModes).default('now') }),
    output: PaymentPage,
  },
  'POST pay/{token}/settle': {
    summary: 'Asks the payment service what became of a payment, for those who paid by the link without a session.',
    access: 'anyone',
    kind: 'read',
    params: ByToken,
    output: PaymentPage,
  },
  'PUT billing/country': {
    summary: 'The country for prices and tax, of a person whose profile has no address yet.',
    access: 'signedIn',
    body: z.object({ country: z.string().regex(/^[A-Z]{2}$/, 'error.payments.unknown_country') }),
    output: z.object({ country: z.string(), currency: z.string() }),
  },
  'PUT billing/birthdate': {
    summary: 'The birthdate of a person whose profile has none yet: whether they pay themselves depends on it.',
    access: 'signedIn',
    body: z.object({
      birthDate: z.iso
        .date('payments.birthdate.invalid')
        .refine((day) => isBirthdate(day, new Date().toISOString().slice(0, 10)), 'payments.birthdate.invalid'),
    }),
    output: z.object({ isMinor: z.boolean() }),
  },
  'POST payments/{paymentId}/settle': {
    summary: 'Asks the payment service what became of one’s own payment, for whoever came back before it told us.',
    access: 'signedIn',
    kind: 'read',
    params: z.object({ paymentId: z.uuid() }),
    output: z.object({ state: z.enum(paymentStates) }),
  },
});

/** The body is taken as it comes: what a payment service signs are its bytes. */
export const webhookCalls = defineEndpoints('shop', {
  'POST webhooks/{gateway}': {
    summary: 'What a payment service tells the portal, signed by it. It is only a nudge: the service is asked.',
    access: 'anyone',
    kind: 'read',
    params: z.object({ gateway: z.enum(gatewayNames) }),
    bodyLimitBytes: 256 * 1024,
    output: z.object({ isReceived: z.boolean() }),
  },
});
