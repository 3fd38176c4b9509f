import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';

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
});

export const Guest = z.object({
  affiliateId: z.int(),
  name: z.string(),
  age: z.int().nullable(),
  status: z.enum(checkpointStatuses),
  medicalStatus: z.enum(['none', 'clear', 'physician', 'review', 'approved', 'refused']).nullable(),
  documentId: z.uuid().nullable(),
  updatedDate: z.string(),
});
export type Guest = z.output<typeof Guest>;

export const dsdEndpoints = defineEndpoints('dsd', {
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
    output: z.array(Guest),
  },
  'POST Guests/{affiliateId}/process': {
    summary: 'Records that the dive was made, by the store or professional that the guest named.',
    access: ['professional', 'store'],
    params: z.object({ affiliateId: z.coerce.number().int().positive() }),
    output: Guest,
  },
});
