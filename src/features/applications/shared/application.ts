import * as z from 'zod';
import { editedText, longText, personName } from '#platform/shared/text-schemas.ts';
import { MailingAddress } from '#features/account/shared/profile-contract.ts';
import { Strokes } from '#features/forms/shared/contract.ts';
import { problems } from './requirements.ts';
import { actions, applicationRoles, applicationStates } from './steps.ts';

/** PostgreSQL has no year 0, unlike ISO 8601. */
export const Day = z.iso.date().refine((day) => day >= '0001-01-01');
const Person = z.object({ affiliateId: z.int() });

/** Details are null unless requested with `expandApplicant` and the like. */
const Applicant = Person.extend({
  name: z.string().nullable(),
  email: z.string().nullable(),
  birthdate: z.string().nullable(),
  age: z.int().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  hasPhoto: z.boolean().nullable(),
});
const NamedInstructor = Person.extend({
  memberNumber: z.int().nullable(),
  name: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  memberStatus: z.string().nullable(),
});
const NamedStore = Person.extend({
  storeNumber: z.int().nullable(),
  name: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
});

export const ApplicationType = z.object({ id: z.int(), name: z.string() });
export type ApplicationType = z.output<typeof ApplicationType>;

/** A level, and whether it is the next one for the current user. */
export const OfferedType = ApplicationType.extend({ isOffered: z.boolean() });
export type OfferedType = z.output<typeof OfferedType>;

/** A portal card, or an outside card the person has added. */
const PickedCard = z.union([
  z.strictObject({ licenseID: z.int().positive() }),
  z.strictObject({ outsideId: z.uuid() }),
]);
export type PickedCard = z.output<typeof PickedCard>;

export const ShownCard = z.object({
  place: z.string(),
  licenseID: z.int().nullable(),
  outsideId: z.uuid().nullable(),
  name: z.string(),
  agency: z.string().nullable(),
  number: z.string(),
  certDate: z.string().nullable(),
  /** Outside cards count only with a picture. */
  hasPicture: z.boolean(),
});
export type ShownCard = z.output<typeof ShownCard>;

/** The cards that may be picked for one place of a type. */
export const CardPlace = z.object({
  place: z.string(),
  /** The name of the required level. */
  name: z.string(),
  levels: z.array(z.int()),
  cards: z.array(ShownCard),
});
export type CardPlace = z.output<typeof CardPlace>;

/** The amount the applicant pays, including tax. */
export const Fee = z.object({
  amountMinor: z.int(),
  currency: z.string(),
  taxMinor: z.int(),
  isTaxIncluded: z.boolean(),
  /** The applicant has no country yet, so tax is unknown and payment is not possible. */
  needsCountry: z.boolean(),
  /** Must be set with `PUT billing/birthdate` before paying. */
  needsBirthdate: z.boolean(),
});
export type Fee = z.output<typeof Fee>;

const FirstAid = z.strictObject({
  date: Day.nullable(),
  provider: editedText(120),
  isElsewhere: z.boolean(),
});
const Score = z.int().min(1).max(5);
export const Exercise = z.strictObject({ score: Score, isConfirmed: z.boolean() });
export type Exercise = z.output<typeof Exercise>;

const RequirementResult = z.object({
  id: z.string(),
  kind: z.enum(['age', 'card', 'first_aid', 'medical', 'dives', 'dive_kinds', 'exercises', 'proof']),
  isMet: z.boolean(),
  have: z.int().nullable(),
  need: z.int().nullable(),
  date: z.string().nullable(),
  problem: z.enum(problems).nullable(),
  parts: z.array(z.object({ id: z.string(), have: z.int(), isMet: z.boolean() })),
});

export const Proof = z.object({
  id: z.uuid(),
  kind: z.string(),
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  dated: z.string().nullable(),
  uploadedDate: z.string(),
});
export type Proof = z.output<typeof Proof>;

/** Fields besides the requirements that a return can refer to. */
export const otherFields = ['instructor', 'store', 'teaching_address', 'statement', 'signature'] as const;
export const Reason = z.object({
  field: z.string().regex(/^[a-z_]{1,60}$/),
  reason: longText(500).min(1),
});
export type Reason = z.output<typeof Reason>;

export const TakenStep = z.object({
  action: z.enum(actions),
  toState: z.enum(applicationStates),
  byRole: z.enum(['applicant', 'instructor', 'store', 'staff', 'portal']),
  /** Null for desk staff, unless staff reads it. */
  byName: z.string().nullable(),
  note: z.string(),
  reasons: z.array(Reason),
  date: z.string(),
});
export type TakenStep = z.output<typeof TakenStep>;

export const Application = z.object({
  id: z.int(),
  types: z.array(ApplicationType),
  levelID: z.int(),
  applicant: Applicant,
  instructor: NamedInstructor.nullable(),
  store: NamedStore.nullable(),
  state: z.enum(applicationStates),
  version: z.int(),
  /** The reader's role in the application. */
  role: z.enum(applicationRoles),
  certificationCards: z.array(ShownCard),
  firstAid: FirstAid,
  exercises: z.record(z.string(), Exercise),
  teachingAddress: MailingAddress.nullable(),
  statement: z.string(),
  recommendation: z.string(),
  fee: Fee,
  proofs: z.array(Proof),
  /** Evaluated now, for the current stage. */
  requirements: z.array(RequirementResult),
  divesVerified: z.int(),
  /** The reasons of a return; empty otherwise. */
  reasons: z.array(Reason),
  steps: z.array(TakenStep),
  signatures: z.array(
    z.object({
      role: z.enum(['applicant', 'instructor']),
      name: z.string(),
      method: z.enum(['drawn', 'typed']),
      strokes: Strokes.nullable(),
      typedName: z.string().nullable(),
      signedDate: z.string(),
    }),
  ),
  /** The certification issued at completion. */
  licenseID: z.int().nullable(),
  createdDate: z.string(),
  updatedDate: z.string(),
  stateDate: z.string(),
});
export type Application = z.output<typeof Application>;

const inputFields = {
  version: true,
  certificationCards: true,
  firstAid: true,
  exercises: true,
  statement: true,
  recommendation: true,
} as const;

/**
 * The fields of the applicant or the instructor. Missing fields stay unchanged. A complete application may be sent back
 * as it was read; its read-only fields are ignored.
 */
export const ApplicationInput = Application.omit(inputFields)
  .partial()
  .extend({
    /** The version that was read. A different one means a concurrent change. */
    version: z.int().min(1),
    /** Alternative to `instructor`. */
    memberNumber: z.int().min(1).max(999_999_999).nullable().optional(),
    /** Alternative to `store`. */
    storeNumber: z.int().min(1).max(999_999_999).nullable().optional(),
    /** By place, with null to clear one; or the complete list of picked cards. */
    certificationCards: z
      .union([z.record(z.string().max(40), PickedCard.nullable()), z.array(ShownCard).max(40)])
      .optional(),
    firstAid: FirstAid.optional(),
    /** By exercise; null clears a score. Only the instructor confirms. */
    exercises: z.record(z.string().max(40), Exercise.nullable()).optional(),
    statement: editedText(1000).optional(),
    recommendation: editedText(1000).optional(),
  });
export type ApplicationInput = z.output<typeof ApplicationInput>;

export const ApplicationRow = z.object({
  id: z.int(),
  types: z.array(ApplicationType),
  state: z.enum(applicationStates),
  version: z.int(),
  applicantId: z.int(),
  applicantName: z.string(),
  instructorName: z.string().nullable(),
  memberNumber: z.int().nullable(),
  storeName: z.string().nullable(),
  storeNumber: z.int().nullable(),
  /** Whether each requirement is met, in their order, based on the stored facts; `open` lists the unmet ones. */
  met: z.array(z.boolean()),
  open: z.array(RequirementResult),
  /** The start of the current holder's waiting time. */
  stateDate: z.string(),
});
export type ApplicationRow = z.output<typeof ApplicationRow>;

/** A drawn or typed signature with its acknowledgment. */
export const SignatureInput = z.strictObject({
  method: z.enum(['drawn', 'typed']),
  typedName: personName(200).optional(),
  strokes: Strokes.optional(),
  isAcknowledged: z.boolean(),
});
export type SignatureInput = z.output<typeof SignatureInput>;
