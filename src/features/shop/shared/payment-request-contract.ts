import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { offerKinds } from '#features/club/shared/contract.ts';
import { Address, Basket, Checkout } from './contract.ts';

/** Open until a guardian decides; approved while the guardian pays. */
export const requestStates = ['open', 'approved', 'paid', 'declined', 'withdrawn', 'expired'] as const;

export const PaymentRequest = z.object({
  requestId: z.uuid(),
  state: z.enum(requestStates),
  /** Who reads it. */
  role: z.enum(['minor', 'guardian']),
  child: z.string(),
  /** What was asked for, at today's prices of the reader. */
  basket: Basket,
  /** What the minor saw when asking. */
  askedCurrency: z.string(),
  askedTotalMinor: z.int(),
  /** Of the reader: a guardian gives it with `PUT billing/birthdate` before paying. */
  needsBirthdate: z.boolean(),
  needsAddress: z.boolean(),
  /** Of the guardian's profile; null where nothing is sent. */
  address: Checkout.shape.address,
  createdDate: z.string(),
  expiresDate: z.string(),
  /** The guardian who decided. */
  decidedBy: z.string().nullable(),
  /** The reader approved it, and pays or has paid. */
  isOwnApproval: z.boolean(),
  /** The reader's own order that came of it. */
  orderId: z.uuid().nullable(),
});
export type PaymentRequest = z.output<typeof PaymentRequest>;

const ByRequest = z.object({ requestId: z.uuid() });

export const requestCalls = defineEndpoints('shop', {
  'GET payment-requests': {
    summary: 'What a minor asked for, or what one’s children ask a guardian to pay, newest first.',
    access: 'signedIn',
    output: z.array(PaymentRequest),
  },
  'POST payment-requests': {
    summary:
      'A minor asks the guardians to pay for the basket. Nothing is ordered. Asking again replaces an open request.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    body: z.object({ key: z.uuid(), basketVersion: z.int(), seenTotalMinor: z.int().min(0) }),
    output: PaymentRequest,
  },
  'POST payment-requests/club': {
    summary: 'A minor asks the guardians to pay for a club year.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    body: z.object({ key: z.uuid(), kind: z.enum(offerKinds).exclude(['trial']) }),
    output: PaymentRequest,
  },
  'GET payment-requests/{requestId}': {
    summary: 'One request: the minor’s own, or a child’s.',
    access: 'signedIn',
    params: ByRequest,
    output: PaymentRequest,
  },
  'POST payment-requests/{requestId}/approve': {
    summary: 'A guardian approves and pays: makes the order for the child. Refused if the price is not what was seen.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: ByRequest,
    body: z.object({
      seenTotalMinor: z.int().min(0),
      address: Address.nullable().default(null),
      /** Pays in place of another guardian who approved and has not paid. */
      isTakingOver: z.boolean().default(false),
    }),
    /** Where to pay; null where there is nothing to pay any more. */
    output: z.object({ orderId: z.uuid().nullable(), payUrl: z.string().nullable() }),
  },
  'POST payment-requests/{requestId}/decline': {
    summary: 'A guardian declines, also after approving if nothing was paid; the child is notified.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: ByRequest,
    output: PaymentRequest,
  },
  'POST payment-requests/{requestId}/withdraw': {
    summary: 'The minor withdraws the request, until it is paid.',
    access: 'signedIn',
    params: ByRequest,
    output: PaymentRequest,
  },
});
