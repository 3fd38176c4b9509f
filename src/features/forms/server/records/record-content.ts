import { createHash } from 'node:crypto';
import * as z from 'zod';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import { locales } from '#platform/shared/locale.ts';
import { Answers, FormView, packets, regions, signerRoles, Strokes } from '#features/forms/shared/contract.ts';

/** The forms as one signer saw them; untranslated ones in en-US. */
const ShownForms = z.object({
  locale: z.enum(locales),
  forms: z.array(z.object({ locale: z.enum(locales), form: FormView })),
});
type ShownForms = z.output<typeof ShownForms>;

const RecordSigner = z.object({
  /** A signature with the same key is the same one, sent again. */
  key: z.uuid(),
  affiliateId: z.int(),
  role: z.enum(signerRoles),
  name: z.string(),
  /** The language that the signer read, one of `shown`. */
  locale: z.enum(locales),
  method: z.enum(['drawn', 'typed']),
  strokes: Strokes.nullable(),
  typedName: z.string().nullable(),
  /** The forms that the signer acknowledged. */
  acknowledged: z.array(z.string()),
  signedAt: z.iso.datetime(),
  ip: z.string(),
  userAgent: z.string(),
  /** The signed-in guardian, if a minor signed on the guardian's device. */
  signedInAs: z.object({ affiliateId: z.int(), name: z.string() }).optional(),
});
export type RecordSigner = z.output<typeof RecordSigner>;

/** A signature while others are missing, with the text that the signer read. */
export interface DraftSignature {
  signer: RecordSigner;
  shown: ShownForms;
}

const NumberedName = z.object({ number: z.int(), name: z.string() }).nullable();

/** The signed content. It is stored encrypted and never changed. */
export const RecordContent = z.object({
  /** The version of this schema. */
  format: z.literal(1),
  id: z.uuid(),
  packet: z.enum(packets),
  region: z.enum(regions),
  /** Version numbers keyed by form id. */
  versions: z.record(z.string(), z.int()),
  diver: z.object({
    affiliateId: z.int(),
    name: z.string(),
    birthdate: z.iso.date(),
    /** Full years on the day of the last signature. */
    age: z.int(),
    isMinor: z.boolean(),
  }),
  store: NumberedName,
  member: NumberedName,
  association: z.string(),
  replaces: z.uuid().nullable(),
  answers: Answers,
  /** One entry per language, in the order of the signatures; two if a name in the text changed in between. */
  shown: z.array(ShownForms).min(1),
  /** The en-US text, which prevails over translations. */
  governing: z.array(FormView).min(1),
  signers: z.array(RecordSigner).min(1),
  /** The time of the last signature. */
  signedAt: z.iso.datetime(),
  validUntil: z.iso.date(),
  keepUntil: z.iso.date(),
  /** The status when all had signed; later decisions are stored separately. */
  medicalStatus: z.enum(['none', 'clear', 'physician']),
});
export type RecordContent = z.output<typeof RecordContent>;

/** A physician's decision by link. */
export const EvaluationContent = z.object({
  /** Format 1 predates confirmations and has no license, phone and address. */
  format: z.union([z.literal(1), z.literal(2)]),
  id: z.uuid(),
  recordId: z.uuid(),
  /** True if the portal mailed the link, false if it was shown to the diver; missing in older records. */
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
  /** The address that the link was mailed to. */
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

/** The digest that the chain stores for a content. */
export function contentDigest(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}
