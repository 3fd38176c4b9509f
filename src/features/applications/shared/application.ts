import * as z from 'zod';
import { editedText, longText, shortText } from '#platform/shared/text-schemas.ts';
import { MailingAddress } from '#features/account/shared/profile-contract.ts';
import { Strokes } from '#features/forms/shared/contract.ts';
import { problems } from './requirements.ts';
import { actions, applicationRoles, applicationStates } from './steps.ts';

/** The year 0, which ISO has, PostgreSQL has not. */
export const Day = z.iso.date().refine((day) => day >= '0001-01-01');
const Person = z.object({ affiliateId: z.int() });

/** Names and facts only where they were asked for by `expandApplicant` and the like; null otherwise. */
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

/** A level that can be applied for, and whether it is the next one for whoever asks. */
export const OfferedType = ApplicationType.extend({ isOffered: z.boolean() });
export type OfferedType = z.output<typeof OfferedType>;

/** A card of the portal, or one from elsewhere that the person keeps here. */
const PickedCard = z.union([
  z.strictObject({ licenseID: z.int().positive() }),
  z.strictObject({ outsideId: z.uuid() }),
]);
export type PickedCard = z.output<typeof PickedCard>;

/** A card as it is shown beside the requirement. */
export const ShownCard = z.object({
  place: z.string(),
  licenseID: z.int().nullable(),
  outsideId: z.uuid().nullable(),
  name: z.string(),
  agency: z.string().nullable(),
  number: z.string(),
  certDate: z.string().nullable(),
  /** Of a card from elsewhere: only one with a picture counts. */
  hasPicture: z.boolean(),
});
export type ShownCard = z.output<typeof ShownCard>;

/** What may be picked for one place of a type. */
export const CardPlace = z.object({
  place: z.string(),
  /** The level that it asks for, by name. */
  name: z.string(),
  levels: z.array(z.int()),
  cards: z.array(ShownCard),
});
export type CardPlace = z.output<typeof CardPlace>;

/** What the applicant pays, with tax. */
export const Fee = z.object({
  amountMinor: z.int(),
  currency: z.string(),
  taxMinor: z.int(),
  isTaxIncluded: z.boolean(),
  /** The applicant has given no country, so the tax is not known and nothing can be paid. */
  needsCountry: z.boolean(),
  /** Given with `PUT billing/birthdate` before it is paid. */
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

/** Fields that somebody can be asked to mend: the requirements of the type, and these. */
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
  /** Of the desk people outside it see no names. */
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
  /** What the reader is to it. */
  role: z.enum(applicationRoles),
  certificationCards: z.array(ShownCard),
  firstAid: FirstAid,
  exercises: z.record(z.string(), Exercise),
  teachingAddress: MailingAddress.nullable(),
  statement: z.string(),
  recommendation: z.string(),
  fee: Fee,
  proofs: z.array(Proof),
  /** What is met and what is missing, as of now, for the stage that it is in. */
  requirements: z.array(RequirementResult),
  divesVerified: z.int(),
  /** Why it came back; empty otherwise. */
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
  /** Of the certification that it ended with. */
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
 * The applicant’s part, or the instructor’s. What is left out stays as it is. An application may be given as it was
 * read: what the portal says of it is no part of anybody’s.
 */
export const ApplicationInput = Application.omit(inputFields)
  .partial()
  .extend({
    /** Of what was read; another one means that somebody has changed it since. */
    version: z.int().min(1),
    /** Instead of `instructor`. */
    memberNumber: z.int().min(1).max(999_999_999).nullable().optional(),
    /** Instead of `store`. */
    storeNumber: z.int().min(1).max(999_999_999).nullable().optional(),
    /** By place, where null takes a pick away; or all that are picked. */
    certificationCards: z
      .union([z.record(z.string().max(40), PickedCard.nullable()), z.array(ShownCard).max(40)])
      .optional(),
    firstAid: FirstAid.optional(),
    /** By exercise; null takes a score away. Only the instructor confirms. */
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
  /** In the order of the requirements: met or not, by what was known when somebody last looked; and those that are not. */
  met: z.array(z.boolean()),
  open: z.array(RequirementResult),
  /** Since when it waits for whoever has it. */
  stateDate: z.string(),
});
export type ApplicationRow = z.output<typeof ApplicationRow>;

/** A signature, drawn or typed, with the box that goes with it. */
export const SignatureInput = z.strictObject({
  method: z.enum(['drawn', 'typed']),
  typedName: shortText(200).optional(),
  strokes: Strokes.optional(),
  isAcknowledged: z.boolean(),
});
export type SignatureInput = z.output<typeof SignatureInput>;
