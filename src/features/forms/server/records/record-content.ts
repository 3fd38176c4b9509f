import { createHash } from 'node:crypto';
import * as z from 'zod';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import { locales } from '#platform/shared/locale.ts';
import { Answers, FormView, packets, regions, signerRoles, Strokes } from '#features/forms/shared/contract.ts';

/** The forms as one reader saw them: those that are not there in their language came in en-US. */
const ShownForms = z.object({
  locale: z.enum(locales),
  forms: z.array(z.object({ locale: z.enum(locales), form: FormView })),
});
type ShownForms = z.output<typeof ShownForms>;

const RecordSigner = z.object({
  /** The same key is the same signature, sent again. */
  key: z.uuid(),
  affiliateId: z.int(),
  role: z.enum(signerRoles),
  name: z.string(),
  /** The language that it was read in, one of `shown`. */
  locale: z.enum(locales),
  method: z.enum(['drawn', 'typed']),
  strokes: Strokes.nullable(),
  typedName: z.string().nullable(),
  /** The forms whose box was ticked. */
  acknowledged: z.array(z.string()),
  signedAt: z.iso.datetime(),
  ip: z.string(),
  userAgent: z.string(),
  /** The guardian who was signed in where a minor signed on that guardian's phone. */
  signedInAs: z.object({ affiliateId: z.int(), name: z.string() }).optional(),
});
export type RecordSigner = z.output<typeof RecordSigner>;

/** A signature while others are waited for, with the words as they stood then. */
export interface DraftSignature {
  signer: RecordSigner;
  shown: ShownForms;
}

const NumberedName = z.object({ number: z.int(), name: z.string() }).nullable();

/** Everything that was signed, as it was. Sealed, and never changed. */
export const RecordContent = z.object({
  /** Of this shape; a later one is read beside it. */
  format: z.literal(1),
  id: z.uuid(),
  packet: z.enum(packets),
  region: z.enum(regions),
  /** Of each form, by its id. */
  versions: z.record(z.string(), z.int()),
  diver: z.object({
    affiliateId: z.int(),
    name: z.string(),
    birthdate: z.iso.date(),
    /** On the day of the last signature, in full years. */
    age: z.int(),
    isMinor: z.boolean(),
  }),
  store: NumberedName,
  member: NumberedName,
  association: z.string(),
  replaces: z.uuid().nullable(),
  answers: Answers,
  /** By each language in which somebody signed, in the order of the signatures; twice where a name in it has changed. */
  shown: z.array(ShownForms).min(1),
  /** The text in en-US, which counts where a translation says something else. */
  governing: z.array(FormView).min(1),
  signers: z.array(RecordSigner).min(1),
  /** The last signature. */
  signedAt: z.iso.datetime(),
  validUntil: z.iso.date(),
  keepUntil: z.iso.date(),
  /** As it was when all had signed; what a physician says comes later and is kept beside it. */
  medicalStatus: z.enum(['none', 'clear', 'physician']),
});
export type RecordContent = z.output<typeof RecordContent>;

/** What a physician decided by their own link. */
export const EvaluationContent = z.object({
  /** 1: before approvals were confirmed, without license, phone and address. */
  format: z.union([z.literal(1), z.literal(2)]),
  id: z.uuid(),
  recordId: z.uuid(),
  /** The portal has mailed the link itself; else it was shown to the diver. Older ones do not say. */
  isMailed: z.boolean().optional(),
  diver: z.object({ name: z.string(), birthdate: z.iso.date(), age: z.int() }),
  association: z.string(),
  locale: z.enum(locales),
  /** The physician's form as it was shown, and in en-US. */
  form: z.object({ locale: z.enum(locales), form: FormView }),
  governing: FormView,
  concerns: z.array(z.object({ id: z.string(), text: z.string(), within: z.string().nullable() })),
  decision: z.enum(['approved', 'refused']),
  physician: z.string(),
  clinic: z.string(),
  license: z.string().optional(),
  phone: z.string().optional(),
  /** Where the link was mailed to. */
  sentTo: z.string().optional(),
  remarks: z.string(),
  isAcknowledged: z.literal(true),
  method: z.enum(['drawn', 'typed']),
  strokes: Strokes.nullable(),
  typedName: z.string().nullable(),
  decidedAt: z.iso.datetime(),
  ip: z.string(),
  userAgent: z.string(),
});
export type EvaluationContent = z.output<typeof EvaluationContent>;

/** What the chain holds of a content: the same for the same content, and of no other. */
export function contentDigest(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}
