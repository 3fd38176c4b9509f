import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { offerKinds } from '#features/club/shared/contract.ts';
import { Address, Basket, Checkout } from './contract.ts';

/** A request is open until a guardian decides, and approved until that guardian has paid. */
export const requestStates = ['open', 'approved', 'paid', 'declined', 'withdrawn', 'expired'] as const;

export const PaymentRequest = z.object({
  requestId: z.uuid(),
  state: z.enum(requestStates),
  /** The reader's role. */
  role: z.enum(['minor', 'guardian']),
  child: z.string(),
  /** The requested items at the reader's current prices. */
  basket: Basket,
  /** The total the minor saw when sending the request. */
  askedCurrency: z.string(),
  askedTotalMinor: z.int(),
  /** The reader's birthdate is missing. A guardian submits it with `PUT billing/birthdate` before paying. */
  needsBirthdate: z.boolean(),
  needsAddress: z.boolean(),
  /** The address in the guardian's profile; null when nothing is shipped. */
  address: Checkout.shape.address,
  createdDate: z.string(),
  expiresDate: z.string(),
  /** The guardian who decided. */
  decidedBy: z.string().nullable(),
  /** True when the reader approved the request. */
  isOwnApproval: z.boolean(),
  /** The reader's own order for this request. */
  orderId: z.uuid().nullable(),
});
export type PaymentRequest = z.output<typeof PaymentRequest>;

const ByRequest = z.object({ requestId: z.uuid() });

export const paymentRequestEndpoints = defineEndpoints('shop', {
  'GET payment-requests': {
    summary: 'Lists a minor’s own requests, or those of a guardian’s children, newest first.',
    access: 'signedIn',
    output: z.array(PaymentRequest),
  },
  'POST payment-requests': {
    summary: 'Asks the minor’s guardians to pay for the cart. No order is created. A new request replaces an open one.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    body: z.object({ key: z.uuid(), basketVersion: z.int(), seenTotalMinor: z.int().min(0) }),
    output: PaymentRequest,
  },
  'POST payment-requests/club': {
    summary: 'Asks the minor’s guardians to pay for a club year.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    body: z.object({ key: z.uuid(), kind: z.enum(offerKinds).exclude(['trial']) }),
    output: PaymentRequest,
  },
  'GET payment-requests/{requestId}': {
    summary: 'Returns one request of the caller or their child.',
    access: 'signedIn',
    params: ByRequest,
    output: PaymentRequest,
  },
  'POST payment-requests/{requestId}/approve': {
    summary: 'Approves a child’s request and creates the order. Fails if the price has changed since it was displayed.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: ByRequest,
    body: z.object({
      seenTotalMinor: z.int().min(0),
      address: Address.nullable().default(null),
      /** Set to pay in place of another guardian who approved the request but has not paid. */
      isTakingOver: z.boolean().default(false),
    }),
    /** Null when nothing is left to pay. */
    output: z.object({ orderId: z.uuid().nullable(), payUrl: z.string().nullable() }),
  },
  'POST payment-requests/{requestId}/decline': {
    summary: 'Declines a child’s request, also after an approval that was not paid. The child is notified.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: ByRequest,
    output: PaymentRequest,
  },
  'POST payment-requests/{requestId}/withdraw': {
    summary: 'Cancels the minor’s own request, until it is paid.',
    access: 'signedIn',
    params: ByRequest,
    output: PaymentRequest,
  },
});
