import * as z from 'zod';
import { QueuePage } from '#platform/shared/queue-page.ts';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { locales } from '#platform/shared/locale.ts';
import { confirmations, readinessEndpoints } from './readiness-contract.ts';
import { longText, shortText } from '#platform/shared/text-schemas.ts';
import { photoMaxBytes } from '#features/account/shared/rules.ts';

export const fail = defineErrors({
  'certifications.unknown_level': 422,
  'certifications.no_card': 404,
  /** The files are being generated. */
  'certifications.not_ready': 409,
  'certifications.revoked': 409,
  'certifications.not_valid': 422,
  'certifications.link_over': 404,
  'certifications.no_wallet': 404,
  'certifications.bad_date': 422,
  /** Earlier than the day the last requirement was met. */
  'certifications.early_date': 422,
  'certifications.has_level': 409,
  /** One entry per missing requirement, with the path `requirements.<kind>`. */
  'certifications.not_complete': 409,
  /** Training with another instructor has the certifying instructor's number. */
  'certifications.own_number': 422,
  /** Training with another instructor is too long ago. */
  'certifications.training_too_old': 422,
  /** The course does not have this part. */
  'certifications.unknown_part': 422,
  /** The person is younger than the level's minimum age. */
  'certifications.under_age': 422,
  'certifications.too_many': 409,
  /** Errors of the picture of an outside certification. */
  'certifications.picture_type': 415,
  'certifications.picture_damaged': 422,
  'certifications.picture_animated': 422,
  'certifications.picture_pixels': 422,
  /** Another clerk has already decided. */
  'certifications.picture_decided': 409,
  /** The picture was replaced since it was viewed. */
  'certifications.picture_changed': 409,
});

const LicenseId = z.coerce.number().int().positive();
const culture = z.enum(locales).optional();
/** A guardian's child, or anyone for staff; defaults to the user. */
const affiliateId = z.coerce.number().int().positive().optional();

/** A certification in lists. `certDate` is DD-MMM-YYYY. */
export const CardInfo = z.object({
  licenseID: z.int(),
  levelID: z.int(),
  eCardStockID: z.int(),
  certDate: z.string(),
  levelName: z.string(),
  cardGroupCode: z.string(),
  hasECard: z.boolean(),
  isRevoked: z.boolean(),
  maxDepthM: z.number().nullable(),
  iso: z.string().nullable(),
  popularity: z.int(),
  priceMinor: z.int(),
});
export type CardInfo = z.output<typeof CardInfo>;

export const ECard = z.object({
  ...CardInfo.shape,
  affiliateId: z.int(),
  name: z.string(),
  diverNumber: z.string(),
  birthdate: z.string().nullable(),
  instructorName: z.string(),
  instructorNumber: z.int().nullable(),
  storeName: z.string(),
  storeNumber: z.int().nullable(),
  office: z.string(),
  code: z.string().nullable(),
  /**
   * The content of the QR code: the URL of /verify with the signed credential in its hash; null while it is being
   * signed.
   */
  verifyUrl: z.string().nullable(),
  hasPhoto: z.boolean(),
  revokedReason: z.string().nullable(),
  wallets: z.array(z.enum(['apple', 'google'])),
});
export type ECard = z.output<typeof ECard>;

export const OutsideCertification = z.object({
  id: z.string(),
  agency: z.string(),
  level: z.string(),
  number: z.string(),
  certDate: z.string().nullable(),
  hasPicture: z.boolean(),
  /** The decision on its picture; pending without one. */
  status: z.enum(['pending', 'approved', 'rejected']),
  reason: z.string().nullable(),
  /** The level it counts as for prerequisites; null for none. */
  equivalentLevelID: z.int().nullable(),
});
export type OutsideCertification = z.output<typeof OutsideCertification>;

/** An outside certification with a pending picture. */
export const OutsideInQueue = z.object({
  ...OutsideCertification.omit({ hasPicture: true, status: true, reason: true, equivalentLevelID: true }).shape,
  affiliateId: z.int(),
  fullName: z.string(),
  isMinor: z.boolean(),
  /** Identifies the viewed picture in a decision. */
  uploadedAt: z.string(),
});
export type OutsideInQueue = z.output<typeof OutsideInQueue>;

/** The card on a share link. */
export const SharedCard = z.object({
  isRevoked: z.boolean(),
  card: z.object({
    licenseID: z.int(),
    levelID: z.int(),
    levelName: z.string(),
    name: z.string(),
    diverNumber: z.string(),
    certDate: z.string(),
    instructorName: z.string(),
    instructorNumber: z.int().nullable(),
    storeName: z.string(),
    storeNumber: z.int().nullable(),
    office: z.string(),
    issuerName: z.string(),
  }),
  /** Valid for ten minutes. */
  photoURL: z.string().nullable(),
});

const ByLicense = z.object({ licenseID: LicenseId });
const OfPerson = z.object({
  affiliateId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  id: z.uuid(),
});
const cardList = { access: 'signedIn', query: z.object({ culture, affiliateId }), output: z.array(CardInfo) } as const;
const proCardList = { ...cardList, access: ['professional'] } as const;
const top = { params: z.object({ n: z.coerce.number().int().min(1).max(1_000) }) };

export const eCardEndpoints = defineEndpoints('ecards', {
  'GET GetCertificationPhoto': {
    summary: 'Returns an expiring address of the caller’s approved photo, or null if there is none.',
    access: 'signedIn',
    query: z.object({ affiliateId }),
    output: z.object({ preSignedURL: z.string().nullable() }),
  },
  'GET photo/{token}': {
    summary: 'Returns the photo behind an expiring address.',
    access: 'anyone',
    params: z.object({ token: z.string().max(400) }),
    output: z.unknown(),
  },
  'GET eCard/GetCardListConsumer': { summary: 'Lists a diver’s certifications.', ...cardList },
  'GET eCard/GetAllCardListPro': {
    summary: 'Lists a professional’s certifications, including the professional ones.',
    ...proCardList,
  },
  'GET GeteCardListConsumer': { summary: 'Lists a diver’s certifications that have an eCard.', ...cardList },
  'GET GetAlleCardListPro': { summary: 'Lists a professional’s certifications that have an eCard.', ...proCardList },
  'GET GeteCardTopConsumer/{n}': { summary: 'Lists a diver’s highest eCards, five at most.', ...cardList, ...top },
  'GET GeteCardTopPro/{n}': { summary: 'Lists a professional’s highest eCards, five at most.', ...proCardList, ...top },
  'GET family': {
    summary: 'Lists the certifications of all children whose guardian the caller is.',
    access: 'signedIn',
    query: z.object({ culture }),
    output: z.array(CardInfo.extend({ affiliateId: z.int() })),
  },
  'GET certification-cards': {
    summary: 'Lists the eCards that can be bought.',
    access: 'signedIn',
    query: z.object({ cardType: z.literal('eCard'), culture }),
    output: z.array(
      CardInfo.pick({ levelID: true, eCardStockID: true, levelName: true, priceMinor: true, popularity: true }).extend({
        /** The person's currency, as in the shop. */
        currency: z.string(),
      }),
    ),
  },

  'GET cards/{licenseID}': {
    summary: 'Returns one eCard with all its details.',
    access: 'signedIn',
    params: ByLicense,
    query: z.object({ culture, affiliateId }),
    output: ECard,
  },
  'GET cards/{licenseID}/file': {
    summary: 'Returns the card as PNG or PDF in a language. Fails with certifications.not_ready while it is rendered.',
    access: 'signedIn',
    params: ByLicense,
    query: z.object({ format: z.enum(['png', 'pdf']), culture, affiliateId }),
    output: z.unknown(),
  },
  'POST cards/{licenseID}/share': {
    summary: 'Creates a link to the card that works without sign-in until it expires.',
    access: 'signedIn',
    params: ByLicense,
    body: z.object({ days: z.union([z.literal(1), z.literal(7), z.literal(30)]) }),
    output: z.object({ url: z.string(), expiresAt: z.string() }),
  },
  'DELETE cards/{licenseID}/share': {
    summary: 'Revokes every link to the card.',
    access: 'signedIn',
    params: ByLicense,
    output: z.null(),
  },
  'GET cards/{licenseID}/wallet/{kind}': {
    summary: 'Returns the card as a wallet pass, if the operator has configured keys for it.',
    access: 'signedIn',
    params: ByLicense.extend({ kind: z.enum(['apple', 'google']) }),
    query: z.object({ culture, affiliateId }),
    output: z.unknown(),
  },
  'GET outside': {
    summary: 'Lists the caller’s certifications from other agencies.',
    access: 'signedIn',
    output: z.array(OutsideCertification),
  },
  'POST outside': {
    summary: 'Adds a certification from another agency.',
    access: 'signedIn',
    body: z.object({
      agency: shortText(120).min(1),
      level: shortText(120).min(1),
      number: shortText(60),
      /** DD-MMM-YYYY, or null. */
      certDate: z.string().max(11).nullable(),
    }),
    output: OutsideCertification,
  },
  'POST outside/{id}/picture': {
    summary: 'Uploads the card’s picture, JPG or PNG of at most 4.5 MB.',
    access: 'signedIn',
    kind: 'read',
    params: z.object({ id: z.uuid() }),
    upload: { field: 'imageFile', maxBytes: photoMaxBytes },
    body: z.object({}),
    output: OutsideCertification,
  },
  'GET outside/{id}/picture': {
    summary: 'Returns the card’s picture as JPEG.',
    access: 'signedIn',
    params: z.object({ id: z.uuid() }),
    output: z.unknown(),
  },
  'GET outside/pending': {
    summary: 'For staff: lists the outside certifications whose picture needs a review, oldest first.',
    access: ['staff'],
    query: QueuePage,
    output: z.object({ total: z.int(), items: z.array(OutsideInQueue) }),
  },
  'GET outside/{affiliateId}/{id}/picture': {
    summary: 'For staff: returns the picture of another person’s card as JPEG.',
    access: ['staff'],
    params: OfPerson,
    output: z.custom<Blob>(),
  },
  'POST outside/{affiliateId}/{id}/decision': {
    summary:
      'For staff: approves or rejects the picture with that upload time. A rejection needs a reason; an approval sets the level that the card counts as, and repeating it changes the level.',
    access: ['staff'],
    params: OfPerson,
    body: z.discriminatedUnion('status', [
      z.object({
        uploadedAt: z.iso.datetime(),
        status: z.literal('approved'),
        /** Without a level it meets no prerequisite. */
        equivalentLevelID: z.int().nullable().default(null),
      }),
      z.object({
        uploadedAt: z.iso.datetime(),
        status: z.literal('rejected'),
        reason: longText(500).min(1),
      }),
    ]),
    output: OutsideCertification,
  },
  'DELETE outside/{id}': {
    summary: 'Removes a certification from another agency.',
    access: 'signedIn',
    params: z.object({ id: z.uuid() }),
    output: z.null(),
  },

  'GET shared/{token}': {
    summary: 'Returns the public details of the card behind a shared link.',
    access: 'anyone',
    params: z.object({ token: z.string().regex(/^[\w-]{20,100}$/) }),
    output: SharedCard,
  },
  'GET codes/{code}': {
    summary: 'Returns the credential for the code printed on a card, as an alternative to scanning.',
    access: 'anyone',
    params: z.object({ code: z.string().max(20) }),
    output: z.object({ credential: z.string() }),
  },
  'POST verify/photo': {
    summary: 'Returns the holder’s photo for a valid credential.',
    access: 'anyone',
    kind: 'read',
    body: z.object({ credential: z.string().max(4_000) }),
    output: z.unknown(),
  },
  'POST certify': {
    summary:
      'Certifies a student. Instructors certify students who meet every requirement; staff can certify anyone, with a reason if a requirement is missing.',
    access: ['professional', 'staff'],
    body: z.object({
      affiliateId: z.int().positive(),
      levelID: z.int(),
      certDate: z.string().max(11),
      ...confirmations,
      /** Staff only: the reason for issuing despite missing requirements. */
      overrideReason: longText(500).min(1).optional(),
    }),
    output: CardInfo,
  },
  ...readinessEndpoints,
  'POST cards/{licenseID}/revoke': {
    summary: 'For staff: revokes a card. The public revocation list is updated immediately.',
    access: ['staff'],
    params: ByLicense,
    body: z.object({ reason: longText(500).min(1) }),
    output: CardInfo,
  },
});

export const certificationEndpoints = defineEndpoints('certifications', {
  'GET certifications/me': {
    summary: 'Lists the caller’s certifications of a card group.',
    access: 'signedIn',
    query: z.object({ cardGroupCode: z.string().max(60).default('card-group-default'), culture }),
    output: z.array(CardInfo),
  },
  'GET certifications/{affiliateId}': {
    summary: 'Returns whether a person has a certification, without further details.',
    access: 'signedIn',
    params: z.object({ affiliateId: z.coerce.number().int().positive() }),
    output: z.object({ hasCertification: z.boolean() }),
  },
});
