import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';

export const fail = defineErrors({
  /** Only what comes next can be said, and only by whose turn it is. */
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

/** In the order in which somebody goes through them. */
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

/** As large as a store's or a member's number can be kept. */
const AffiliateNumber = z.int().positive().max(999_999_999);

/** Parsed as an integer; empty is null. */
const NumberOrNull = z
  .union([AffiliateNumber, z.string().regex(/^(0*[1-9]\d{0,8})?$/), z.null()])
  .transform((value) => (value === null || value === '' ? null : Number(value)));

/** A minor whom the signed-in guardian acts for; without it one's own. */
const OptionalAffiliateId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional();

const CheckpointInput = z.object({
  affiliateId: OptionalAffiliateId,
  store_number: NumberOrNull,
  member_number: NumberOrNull,
  status: z.enum(checkpointStatuses),
});

/** A guest of a store or a professional. */
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

export const dsdCalls = defineEndpoints('dsd', {
  'GET GetCheckpointData': {
    summary:
      'The progress of the person, or of a child of theirs, in the Discover Scuba Diving program; null before it starts.',
    access: 'signedIn',
    query: z.object({ affiliateId: OptionalAffiliateId }),
    output: Checkpoint.nullable(),
  },
  'POST CreateCheckPoint': {
    summary:
      'Starts the program, or starts again with another store or professional. Status welcome or affiliation. Refused with dsd.too_young before the tenth birthday; `now` of the error is that day.',
    access: 'signedIn',
    body: CheckpointInput,
    output: Checkpoint,
  },
  'PUT UpdateCheckPoint': {
    summary:
      'Goes one step on, or from forms back to affiliation. What follows from signed forms (forms-submitted, completed) is set by the portal itself, processed by the store.',
    access: 'signedIn',
    body: CheckpointInput,
    output: Checkpoint,
  },
  'POST DsdAffiliation/CreateDdsAffiliation': {
    summary: 'Says which store or professional a signed document is for. Said twice it is said once.',
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
    summary: 'The guests who named the professional or store who asks, those who wait for something first.',
    access: ['professional', 'store'],
    output: z.array(Guest),
  },
  'POST Guests/{affiliateId}/process': {
    summary: 'The dive was made: the store or professional that the guest named says so.',
    access: ['professional', 'store'],
    params: z.object({ affiliateId: z.coerce.number().int().positive() }),
    output: Guest,
  },
});
