import * as z from 'zod';
import type { Endpoint } from '#platform/shared/contract.ts';
import { editedText } from '#platform/shared/text-schemas.ts';
import { maxClassSize } from './policy.ts';
import { missingKinds } from './readiness.ts';

const PackageId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/);
const Day = z.iso.date().refine((day) => day >= '1950-01-01');
/** The instructor's confirmations in the same step: the pending photo they were shown, and training elsewhere. */
export const confirmations = { confirmPhotoId: z.uuid().optional(), confirmOutside: z.boolean().optional() };
const OutsideRef = {
  affiliateId: z.int().positive().optional(),
  packageId: PackageId,
  part: z.string().regex(/^(lessons|exam|skills|flexible|dive_\d{1,2})$/),
};
const Missing = z.object({ kind: z.enum(missingKinds), day: z.string().nullable(), names: z.array(z.string()) });

/** A student's progress toward the card of a course. Of health data, it contains only what is missing on which day. */
const Readiness = z.object({
  affiliateId: z.int(),
  packageId: z.string(),
  name: z.string(),
  /** The level that fits the person's age; null if none does. */
  levelID: z.int().nullable(),
  earliestDate: z.string().nullable(),
  missing: z.array(Missing),
  isReady: z.boolean(),
  isRevoked: z.boolean(),
  certified: z.object({ licenseID: z.int(), levelID: z.int() }).nullable(),
  photo: z.enum(['approved', 'pending', 'missing']),
  photoId: z.uuid().nullable(),
  outside: z.array(
    z.object({
      part: z.string(),
      trainedOn: z.string(),
      place: z.string(),
      instructorNumber: z.string(),
      isConfirmed: z.boolean(),
    }),
  ),
  /** The parts of the course that can be done with another instructor. */
  parts: z.array(z.string()),
});
export type Readiness = z.output<typeof Readiness>;

export const readinessEndpoints = {
  'POST certify/class': {
    summary: 'Certifies the students of a class who meet every requirement, and returns what the others lack.',
    access: ['professional'],
    body: z.object({
      packageId: PackageId,
      certDate: z.string().max(11),
      students: z
        .array(z.object({ affiliateId: z.int().positive(), levelID: z.int(), ...confirmations }))
        .min(1)
        .max(maxClassSize),
    }),
    output: z.object({
      certified: z.array(z.object({ affiliateId: z.int(), licenseID: z.int(), levelID: z.int() })),
      open: z.array(z.object({ affiliateId: z.int(), missing: z.array(Missing) })),
    }),
  },
  'GET readiness': {
    summary:
      'Returns the missing requirements for a course’s card, for the student, a guardian, the course’s instructor and staff.',
    access: 'signedIn',
    query: z.object({
      affiliateId: z.coerce.number().int().positive().optional(),
      packageId: PackageId,
      certDate: Day.optional(),
    }),
    /** Null for a course without a card. */
    output: Readiness.nullable(),
  },
  'GET readiness/class': {
    summary:
      'Returns the missing requirements of the instructor’s students in a course who have no card for it yet. Those who may be ready come first.',
    access: ['professional'],
    query: z.object({
      packageId: PackageId,
      certDate: Day.optional(),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(maxClassSize).default(20),
    }),
    output: z.object({ total: z.int(), items: z.array(Readiness) }),
  },
  'GET readiness/photo': {
    summary: 'Returns a student’s photo for the instructor to confirm: the approved one, or the pending one.',
    access: 'signedIn',
    query: z.object({ affiliateId: z.coerce.number().int().positive(), packageId: PackageId }),
    output: z.unknown(),
  },
  'PUT outside-training': {
    summary: 'Adds a part of a course that was completed with another instructor. It counts once it is confirmed.',
    access: 'signedIn',
    body: z.object({
      ...OutsideRef,
      trainedOn: Day,
      place: editedText(120).min(1),
      instructorNumber: editedText(40).min(1).regex(/\d/),
    }),
    output: Readiness,
  },
  'POST outside-training/remove': {
    summary: 'Removes training that was completed with another instructor.',
    access: 'signedIn',
    body: z.object(OutsideRef),
    output: Readiness,
  },
} as const satisfies Record<string, Endpoint>;
