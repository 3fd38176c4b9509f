import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { isBirthdate } from '#features/identity/shared/rules.ts';

export const failPayment = defineErrors({
  /** The link is unknown, used or expired. */
  'payments.none': 404,
  'payments.settled': 409,
  /** The same key was used for another purchase or amount. */
  'payments.changed': 409,
  /** No payment service is configured. */
  'payments.no_gateway': 503,
  /** The payment service did not respond, so the result is unknown. */
  'payments.gateway_down': 503,
  /** The webhook event's signature is not valid. */
  'payments.bad_signature': 400,
  /** The amount exceeds what is left to refund. */
  'payments.refund_too_much': 422,
  /** Minors cannot pay; they ask a guardian with `POST payment-requests`. */
  'payments.guardian_needed': 403,
  /** The tax depends on the country, which is set with `PUT billing/country` or in the profile. */
  'payments.country_needed': 422,
  /**
   * Minors cannot pay, so the age must be known. The birthdate is set with `PUT billing/birthdate` or in the profile.
   */
  'payments.birthdate_needed': 422,
  /** Only staff can change a stored birthdate. */
  'payments.birthdate_known': 409,
  /** Guardians must be adults. */
  'payments.birthdate_guardian': 409,
  /** The country in the profile is changed in the profile. */
  'payments.country_known': 409,
  'payments.unknown_country': 422,
});

/** `returned` means the payment was made but the purchase was no longer available, so the money is sent back. */
export const paymentStates = ['open', 'paid', 'declined', 'expired', 'returned'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const gatewayNames = ['test', 'stripe'] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** The test gateway's cards; 3220 requires a challenge. */
export const testCards = ['4242', '0002', '9995', '3220'] as const;
/** How the test gateway delivers its webhook. */
export const testWebhookModes = ['now', 'late', 'twice', 'never'] as const;

const ByToken = z.object({ token: z.string().min(20).max(200) });
export const PaymentPage = z.object({
  /** Used to settle the payment after returning from the payment page. */
  paymentId: z.uuid(),
  state: z.enum(paymentStates),
  gateway: z.enum(gatewayNames),
  /** The test gateway is waiting for the challenge. */
  isChallenged: z.boolean(),
  description: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  isCardKept: z.boolean(),
  returnPath: z.string(),
  /** Whether the payment belongs to the reader. Other people who paid with the link stay on its page. */
  isOwn: z.boolean(),
});
export type PaymentPage = z.output<typeof PaymentPage>;

export const paymentEndpoints = defineEndpoints('shop', {
  'GET pay/{token}': {
    summary: 'Returns the payment behind a link: what it is for and its amount.',
    access: 'anyone',
    params: ByToken,
    output: PaymentPage,
  },
  'POST pay/{token}/page': {
    summary: 'Opens a page at the payment service for this link and returns its address.',
    access: 'anyone',
    // The payment service is called outside any transaction.
    kind: 'read',
    params: ByToken,
    output: z.object({ url: z.string() }),
  },
  'POST pay/{token}': {
    summary:
      'Pays on the test gateway’s page. 4242 pays, 0002 is declined, 9995 pays now and is declined when charged later, 3220 requires a challenge first.',
    access: 'anyone',
    kind: 'read',
    params: ByToken,
    body: z.object({ card: z.enum(testCards), news: z.enum(testWebhookModes).default('now') }),
    output: PaymentPage,
  },
  'POST pay/{token}/challenge': {
    summary: 'Answers the test gateway’s challenge.',
    access: 'anyone',
    kind: 'read',
    params: ByToken,
    body: z.object({ isConfirmed: z.boolean(), news: z.enum(testWebhookModes).default('now') }),
    output: PaymentPage,
  },
  'POST pay/{token}/settle': {
    summary: 'Fetches the state of a payment from the payment service, for a payer without a session.',
    access: 'anyone',
    kind: 'read',
    params: ByToken,
    output: PaymentPage,
  },
  'PUT billing/country': {
    summary: 'Sets the country for prices and tax, for a person without an address in their profile.',
    access: 'signedIn',
    body: z.object({ country: z.string().regex(/^[A-Z]{2}$/, 'error.payments.unknown_country') }),
    output: z.object({ country: z.string(), currency: z.string() }),
  },
  'PUT billing/birthdate': {
    summary: 'Sets the birthdate of a person without one, which decides whether they or a guardian pay.',
    access: 'signedIn',
    body: z.object({
      birthDate: z.iso
        .date('payments.birthdate.invalid')
        .refine((day) => isBirthdate(day, new Date().toISOString().slice(0, 10)), 'payments.birthdate.invalid'),
    }),
    output: z.object({ isMinor: z.boolean() }),
  },
  'POST payments/{paymentId}/settle': {
    summary:
      'Fetches the state of the caller’s payment from the payment service, if the page is opened before the webhook arrives.',
    access: 'signedIn',
    kind: 'read',
    params: z.object({ paymentId: z.uuid() }),
    output: z.object({ state: z.enum(paymentStates) }),
  },
});

/** The raw body is used, because payment services sign its bytes. */
export const webhookEndpoints = defineEndpoints('shop', {
  'POST webhooks/{gateway}': {
    summary:
      'Receives a signed event of a payment service. Its content is not trusted: the payment is fetched from the service.',
    access: 'anyone',
    kind: 'read',
    params: z.object({ gateway: z.enum(gatewayNames) }),
    bodyLimitBytes: 256 * 1024,
    output: z.object({ isReceived: z.boolean() }),
  },
});
