import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';

export const fail = defineErrors({
  'club.not_allowed': 409,
  /** The membership has changed since it was read. */
  'club.stale': 409,
  'club.no_payment_method': 409,
  /** A stored card is being charged and the result is not known yet. */
  'club.charging': 409,
  /** The reasons a member cannot redeem the free eCard. */
  'club.not_member': 409,
  'club.already_redeemed': 409,
  'club.no_photo': 409,
  'club.not_eligible_level': 422,
  'club.has_ecard': 409,
});

export const clubStatuses = ['trial', 'active', 'past_due', 'expired', 'eligible', 'none'] as const;
export type ClubStatus = (typeof clubStatuses)[number];
/** The memberships people can start themselves. */
export const offerKinds = ['trial', 'first', 'regular', 'partner', 'reactivation'] as const;
export type OfferKind = (typeof offerKinds)[number];
/** A gift is a year from a gift code. */
export const periodKinds = [...offerKinds, 'gift'] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** The reasons a certification cannot be used for the free eCard. */
export const choiceErrors = ['club.no_photo', 'club.has_ecard', 'club.not_eligible_level'] as const;

const Money = z.object({ minor: z.int(), currency: z.string() });
/** The total is what is paid; the tax is included in the price or added to it. */
const Price = z.object({
  ...Money.shape,
  taxMinor: z.int(),
  isTaxIncluded: z.boolean(),
  totalMinor: z.int(),
});
export type Price = z.output<typeof Price>;
export const ClubPage = z.object({
  status: z.enum(clubStatuses),
  /** The end of the last period, including a year that has not started yet. */
  endsOn: z.string().nullable(),
  isRenewing: z.boolean(),
  paymentHint: z.string().nullable(),
  /** The country for prices and tax; empty when it is missing, which blocks payment. */
  country: z.string(),
  /** Minors cannot pay; a guardian does. */
  isMinor: z.boolean(),
  /** Submitted with `PUT billing/birthdate` before a year is paid. */
  needsBirthdate: z.boolean(),
  /** The available offers with their prices. */
  offers: z.array(z.object({ kind: z.enum(offerKinds), price: Price })),
  renewal: z.object({ on: z.string(), price: Price }).nullable(),
  /** The benefits of the current membership year. */
  ecard: z
    .object({
      isRedeemed: z.boolean(),
      licenseID: z.int().nullable(),
      levelID: z.int().nullable(),
      levelName: z.string().nullable(),
      on: z.string().nullable(),
      /** The regular price of the eCard. */
      saved: Money.nullable(),
    })
    .nullable(),
  discount: z
    .object({
      code: z.string(),
      isUsed: z.boolean(),
      on: z.string().nullable(),
      /** The name of the purchased course. */
      usedFor: z.string().nullable(),
      saved: Money.nullable(),
    })
    .nullable(),
  /** The certifications the free eCard could be for, with the reason if one is not available. */
  choices: z.array(
    z.object({
      licenseID: z.int(),
      levelID: z.int(),
      levelName: z.string(),
      refusal: z.enum(choiceErrors).nullable(),
    }),
  ),
  photo: z.enum(['none', 'pending', 'approved', 'rejected']),
  history: z.array(
    z.object({ kind: z.enum(periodKinds), startsOn: z.string(), endsOn: z.string(), price: Money, saved: Money }),
  ),
  version: z.int(),
});
export type ClubPage = z.output<typeof ClubPage>;

export const clubEndpoints = defineEndpoints('shop', {
  'GET club': {
    summary: 'Returns the caller’s membership and the offers available to them.',
    access: 'signedIn',
    output: ClubPage,
  },
  'POST club/join': {
    summary: 'Starts a trial, joins, renews or rejoins, depending on the offers. Idempotent by key.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    body: z.object({
      key: z.uuid(),
      kind: z.enum(offerKinds),
      isRenewing: z.boolean(),
    }),
    /** Offers with a price start once they are paid on the payment service's page. */
    output: z.object({ payUrl: z.string().nullable(), club: ClubPage }),
  },
  'PUT club/renewal': {
    summary: 'Turns automatic renewal on or off.',
    access: 'signedIn',
    body: z.object({ isRenewing: z.boolean(), version: z.int() }),
    output: ClubPage,
  },
});

/** The format is defined by the specification. */
export const redemptionEndpoints = defineEndpoints('ecards', {
  'POST ecardRedemption': {
    summary: 'Redeems the free eCard of a membership year, once.',
    access: 'signedIn',
    body: z.object({
      metadata: z.object({ correlationId: z.string().max(100), domain: z.string().max(200) }),
      data: z.object({
        sub: z.string().max(200),
        current_redemption: z.object({
          name: z.string().max(200),
          product_id: z.coerce.string().max(60),
          certification_id: z.coerce.number().int().positive(),
          certification_name: z.string().max(200),
          affiliate_id: z.coerce.number().int().positive(),
          ecard_stock_id: z.coerce.number().int(),
        }),
      }),
    }),
    output: z.object({ licenseID: z.int(), redeemedDate: z.string() }),
  },
});
