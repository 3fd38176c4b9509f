import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { divePhotoMaxBytes, guestPageSize } from './limits.ts';

export const fail = defineErrors({
  /** The status is not the next one, or the caller may not set it. */
  'dsd.out_of_turn': 409,
  'dsd.unknown_store': 422,
  'dsd.unknown_member': 422,
  'dsd.nobody_named': 422,
  'dsd.too_young': 422,
  'dsd.birthdate_missing': 422,
  'dsd.unknown_document': 422,
  /** The forms are not all signed, or a physician has not approved. */
  'dsd.not_ready': 409,
  'dsd.dive_date': 422,
  /** Not a JPG or PNG, damaged, animated, or too many pixels. */
  'dsd.photo_invalid': 415,
});

/** Ordered by progress. */
export const checkpointStatuses = [
  'welcome',
  'affiliation',
  'forms',
  'forms-submitted',
  'completed',
  'processed',
] as const;
export type CheckpointStatus = (typeof checkpointStatuses)[number];

export const Checkpoint = z.object({
  store_number: z.int().nullable(),
  member_number: z.int().nullable(),
  status: z.string(),
  updatedDate: z.string(),
  /** The day of the dive, if the guest entered it. */
  dive_date: z.string().nullable(),
});
export type Checkpoint = z.output<typeof Checkpoint>;

/** The largest number that the columns hold. */
const AffiliateNumber = z.int().positive().max(999_999_999);

/** Clients send numbers as strings too; an empty string means null. */
const NumberOrNull = z
  .union([AffiliateNumber, z.string().regex(/^(0*[1-9]\d{0,8})?$/), z.null()])
  .transform((value) => (value === null || value === '' ? null : Number(value)));

/** A minor for whom the signed-in guardian acts; by default the user. */
const OptionalAffiliateId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional();

const CheckpointInput = z.object({
  affiliateId: OptionalAffiliateId,
  store_number: NumberOrNull,
  member_number: NumberOrNull,
  status: z.enum(checkpointStatuses),
  /** Today or later, within a year. An omitted one stays. */
  dive_date: z.iso.date().nullable().optional(),
});

const StoreParams = z.object({ storeNumber: z.coerce.number().pipe(AffiliateNumber) });
const GuestParams = z.object({ affiliateId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

export const Guest = z.object({
  affiliateId: z.int(),
  name: z.string(),
  age: z.int().nullable(),
  status: z.enum(checkpointStatuses),
  medicalStatus: z.enum(['none', 'clear', 'physician', 'review', 'approved', 'refused']).nullable(),
  documentId: z.uuid().nullable(),
  updatedDate: z.string(),
  diveDate: z.string().nullable(),
  /** Whether those who took the guest diving may add a photo of the dive. */
  acceptsPhoto: z.boolean(),
});
export type Guest = z.output<typeof Guest>;

export const DiscoverPage = z.object({
  storeNumber: z.int(),
  name: z.string(),
  city: z.string(),
  country: z.string(),
  hasPhoto: z.boolean(),
});
export type DiscoverPage = z.output<typeof DiscoverPage>;

export const CompletedDive = z.object({
  /** The store or professional who took the guest diving. */
  by: z.object({ name: z.string(), storeNumber: z.int().nullable() }).nullable(),
  photo: z.object({ addedDate: z.string() }).nullable(),
});
export type CompletedDive = z.output<typeof CompletedDive>;

export const dsdEndpoints = defineEndpoints('dsd', {
  'GET Discover/{storeNumber}': {
    summary: 'Returns the public page of a store’s Discover Scuba Diving, or 404 if no active store has the number.',
    access: 'anyone',
    params: StoreParams,
    output: DiscoverPage,
  },
  'GET Discover/{storeNumber}/photo': {
    summary: 'Returns the store’s approved profile photo.',
    access: 'anyone',
    params: StoreParams,
    output: z.unknown(),
  },
  'GET GetCheckpointData': {
    summary:
      'Returns the Discover Scuba Diving checkpoint of the caller or their child, or null before the program starts.',
    access: 'signedIn',
    query: z.object({ affiliateId: OptionalAffiliateId }),
    output: Checkpoint.nullable(),
  },
  'POST CreateCheckPoint': {
    summary:
      'Starts the program, or restarts it with another store or professional. Status welcome or affiliation. Fails with dsd.too_young before the tenth birthday; `now` of the error is that day.',
    access: 'signedIn',
    body: CheckpointInput,
    output: Checkpoint,
  },
  'PUT UpdateCheckPoint': {
    summary:
      'Moves one step forward, or from forms back to affiliation. The portal sets forms-submitted and completed when forms are signed; the store sets processed.',
    access: 'signedIn',
    body: CheckpointInput,
    output: Checkpoint,
  },
  'POST DsdAffiliation/CreateDdsAffiliation': {
    summary: 'Links a signed document to the store or professional it names. Idempotent.',
    access: 'signedIn',
    body: z.object({
      affiliateId: OptionalAffiliateId,
      storeNumber: AffiliateNumber.nullable(),
      memberNumber: AffiliateNumber.nullable(),
      documentId: z.uuid(),
    }),
    output: z.object({ storeNumber: z.int().nullable(), memberNumber: z.int().nullable(), documentId: z.uuid() }),
  },
  'GET Guests': {
    summary: 'Lists the guests who named the calling professional or store, those who are ready first.',
    access: ['professional', 'store'],
    query: z.object({
      limit: z.coerce.number().int().min(1).max(guestPageSize).default(guestPageSize),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    output: z.object({
      total: z.int(),
      /** The number of guests whose forms are open. */
      open: z.int(),
      /** The number of the calling store, for the address of its Discover Scuba Diving page. */
      storeNumber: z.int().nullable(),
      items: z.array(Guest),
    }),
  },
  'POST Guests/{affiliateId}/process': {
    summary: 'Records that the dive was made, by the store or professional that the guest named.',
    access: ['professional', 'store'],
    params: GuestParams,
    output: Guest,
  },
  'GET CompletedDive': {
    summary: 'Returns who took the caller or their child diving, and the photo of the dive; null before the dive.',
    access: 'signedIn',
    query: z.object({ affiliateId: OptionalAffiliateId }),
    output: CompletedDive.nullable(),
  },
  'GET Guests/{affiliateId}/photo': {
    summary: 'Returns the photo of the dive, to the guest, a minor’s guardian and those who took them diving.',
    access: 'signedIn',
    params: GuestParams,
    output: z.unknown(),
  },
  'POST Guests/{affiliateId}/photo': {
    summary: 'Adds or replaces the photo of the dive, JPG or PNG of at most 10 MB, once the dive is recorded.',
    access: 'signedIn',
    // The picture is processed before the transaction is opened, so no connection is held during it.
    kind: 'read',
    params: GuestParams,
    upload: { field: 'imageFile', maxBytes: divePhotoMaxBytes },
    output: z.null(),
  },
  'DELETE Guests/{affiliateId}/photo': {
    summary: 'Removes the photo of the dive. For the guest, a minor’s guardian and the person who added it.',
    access: 'signedIn',
    params: GuestParams,
    output: z.null(),
  },
});
