import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { locales } from '#platform/shared/locale.ts';
import { editedText, personName } from '#platform/shared/text-schemas.ts';
import { pageMaxBytes } from './rules.ts';

export const packets = ['dsd', 'course', 'medical'] as const;
export type Packet = (typeof packets)[number];
export const regions = ['US', 'EU', 'resort'] as const;
export type Region = (typeof regions)[number];
export const signerRoles = ['diver', 'guardian'] as const;
export type SignerRole = (typeof signerRoles)[number];
export const medicalStatuses = ['none', 'clear', 'physician', 'review', 'approved', 'refused'] as const;
export type MedicalStatus = (typeof medicalStatuses)[number];

/** Strokes in a field of 600 by 200, each as x, y, x, y, … in whole numbers. */
const Stroke = z.array(z.int().min(0).max(600)).min(2).max(2_000);
export const Strokes = z.array(Stroke).max(60);
/** The longest signature as JSON. */
const strokesMaxLength = 60_000;
/** Of a request with a signature and some texts. */
export const signatureBodyBytes = 80 * 1024;
export type Strokes = z.output<typeof Strokes>;

/** The text of a form with the names filled in. */
export const FormView = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  intro: z.string().nullable(),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      /** The question whose yes opens this box. */
      opensWith: z.string().nullable(),
      paragraphs: z.array(z.string()),
      points: z.array(z.string()),
      questions: z.array(
        z.object({
          /** Prefixed with the form id, such as `medical.q4`. */
          id: z.string(),
          kind: z.enum(['yesno', 'text']),
          /** Shown before the text. */
          number: z.string().nullable(),
          text: z.string(),
          /** Derived from the profile and not asked. */
          fact: z.enum(['over45']).nullable(),
          /** A yes requires a physician. */
          asksPhysician: z.boolean(),
          isOptional: z.boolean(),
        }),
      ),
    }),
  ),
  /** The text of the checkbox. */
  acknowledgement: z.string(),
});
export type FormView = z.output<typeof FormView>;

/** Answers keyed by question id; yes/no questions have `yes` or `no`. */
export const Answers = z.record(z.string().max(60), z.string().max(500));
export type Answers = z.output<typeof Answers>;

export const Signer = z.object({
  role: z.enum(signerRoles),
  /** Null if no possible signer is known. */
  name: z.string().nullable(),
  isYou: z.boolean(),
  signedDate: z.string().nullable(),
  method: z.enum(['drawn', 'typed']).nullable(),
  strokes: Strokes.nullable(),
  typedName: z.string().nullable(),
  /** The guardian on whose device a minor signed. */
  onPhoneOf: z.string().nullable(),
});
export type Signer = z.output<typeof Signer>;

export const DraftSummary = z.object({
  id: z.uuid(),
  affiliateId: z.int(),
  diverName: z.string(),
  isOwn: z.boolean(),
  /** The child may sign on a guardian's device. */
  canHandOver: z.boolean(),
  packet: z.enum(packets),
  name: z.string(),
  region: z.enum(regions),
  storeName: z.string().nullable(),
  memberName: z.string().nullable(),
  answered: z.int(),
  questions: z.int(),
  state: z.enum(['filling', 'signing']),
  /** The person who has to act next; `guardian_unknown` if the child has no guardian and has invited none. */
  waitsFor: z.enum(['you', 'diver', 'guardian', 'guardian_unknown']),
  updatedDate: z.string(),
});
export type DraftSummary = z.output<typeof DraftSummary>;

export const Draft = z.object({
  ...DraftSummary.shape,
  storeNumber: z.int().nullable(),
  memberNumber: z.int().nullable(),
  birthdate: z.string(),
  age: z.int(),
  isMinor: z.boolean(),
  /** The requested language; untranslated forms are in en-US. */
  locale: z.enum(locales),
  forms: z.array(FormView),
  answers: Answers,
  revision: z.int(),
  signers: z.array(Signer),
  /** The address of a guardian who was invited to sign and has not accepted yet. */
  invitedGuardian: z.string().nullable(),
  /** The reader may change answers. */
  canFill: z.boolean(),
  replaces: z.uuid().nullable(),
  /** The names of those who will be able to read the signed form. */
  readers: z.array(z.string()),
  /** A newer version exists since the draft was started; answers that still fit are kept. */
  hasNewVersion: z.boolean(),
});
export type Draft = z.output<typeof Draft>;

export const FormRecord = z.object({
  id: z.uuid(),
  affiliateId: z.int(),
  diverName: z.string(),
  /** 1 completed, 2 medical required; `status` is the text in the reader's language. */
  statusId: z.int(),
  status: z.string(),
  name: z.string(),
  /** The pages of the record and of its document. */
  url: z.string(),
  downloadUrl: z.string().nullable(),
  createdDate: z.string(),
  blobIds: z.array(z.uuid()),
  medicalRequired: z.boolean(),
  medicalStatus: z.enum(medicalStatuses),
  /** A physician has approved, and the approval is not confirmed yet. `status` stays Medical Required. */
  isConfirmationPending: z.boolean(),
  memberName: z.string().nullable(),
  memberNumber: z.int().nullable(),
  storeName: z.string().nullable(),
  storeNumber: z.int().nullable(),
  /** The answers, only returned for a single document, whose reading is logged. */
  formData: z.unknown().nullable(),
  isJson: z.boolean(),
  packet: z.enum(packets),
  region: z.enum(regions),
  isMinor: z.boolean(),
  validUntil: z.string(),
  isValid: z.boolean(),
  replaces: z.uuid().nullable(),
  replacedBy: z.uuid().nullable(),
  isRemoved: z.boolean(),
});
export type FormRecord = z.output<typeof FormRecord>;

/** The content of `formData` of a document. */
export const FormRecordData = z.object({
  forms: z.array(FormView),
  answers: Answers,
  signers: z.array(Signer),
  /** The earlier form whose answers this one corrects, until the correction is accepted. */
  correctionOf: z.object({ documentId: z.uuid(), signedDate: z.string() }).nullable(),
  evaluations: z.array(
    z.object({
      id: z.uuid(),
      way: z.enum(['link', 'page', 'correction']),
      /** Whether the portal mailed the link or showed it to the diver; null for older ones. */
      isMailed: z.boolean().nullable(),
      decision: z.enum(['approved', 'refused', 'unclear', 'corrected']),
      physician: z.string().nullable(),
      clinic: z.string().nullable(),
      /** License or registration number; null for older ones and for pages. */
      license: z.string().nullable(),
      phone: z.string().nullable(),
      /** The address that the link was mailed to. */
      sentTo: z.string().nullable(),
      remarks: z.string().nullable(),
      /** The day on the page. */
      signedOn: z.string().nullable(),
      decidedDate: z.string(),
      /** Null if no confirmation is needed. */
      confirmation: z
        .object({
          state: z.enum(['pending', 'confirmed', 'declined']),
          /** Only for a declined one. */
          reason: z.string().nullable(),
          decidedDate: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
  /** The recipient of the newest link, for the diver and guardians only. */
  physicianLink: z
    .object({ sentTo: z.string(), sentDate: z.string(), expiresDate: z.string(), isExpired: z.boolean() })
    .nullable(),
  blobs: z.array(z.object({ id: z.uuid(), kind: z.enum(['document', 'evaluation', 'page']), createdDate: z.string() })),
});
export type FormRecordData = z.output<typeof FormRecordData>;

export const Reading = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  isYou: z.boolean(),
  relation: z.enum(['self', 'guardian', 'store', 'professional', 'staff', 'physician']),
  what: z.enum(['answers', 'document', 'page', 'evaluation']),
  readDate: z.string(),
});
export type Reading = z.output<typeof Reading>;

const ById = z.object({ id: z.uuid() });
const OptionalAffiliateId = z.coerce.number().int().positive().optional();
const PageNumber = z.coerce.number().int().min(1).max(10_000).default(1);
export const pageSize = 50;

const FormRecordList = z.object({ total: z.int(), items: z.array(FormRecord) });

export const formEndpoints = defineEndpoints('forms', {
  'GET Search/Diver': {
    summary: 'Lists the signed forms of the caller or their child, newest first, without answers.',
    access: 'signedIn',
    query: z.object({ affiliateId: OptionalAffiliateId, page: PageNumber }),
    output: FormRecordList,
  },
  'GET Search/Member': {
    summary: 'Lists the signed forms that name the calling professional or store, without answers.',
    access: ['professional', 'store'],
    query: z.object({
      search: z.string().trim().max(100).default(''),
      show: z.enum(['all', 'medical_required', 'review']).default('all'),
      page: PageNumber,
    }),
    output: FormRecordList,
  },
  'GET Search/document/{id}': {
    summary: 'Returns a signed form with its answers. The access is logged and shown to the diver.',
    access: 'signedIn',
    // The reading is stored.
    kind: 'write',
    params: ById,
    output: FormRecord,
  },
  'GET Search/blob/{id}': {
    summary: 'Returns a file of a signed form: the document as PDF or a physician’s page. The access is logged.',
    access: 'signedIn',
    kind: 'write',
    params: ById,
    output: z.null(),
  },
  'POST Data': {
    summary:
      'Stores a signature (kind signature) or a physician’s signed page (kind page, with its file). The last signature submits the forms.',
    access: 'signedIn',
    bodyLimitBytes: signatureBodyBytes,
    // A page is processed before the transaction is opened, so no connection is held during it.
    kind: 'read',
    upload: { field: 'file', maxBytes: pageMaxBytes, isOptional: true },
    body: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('signature'),
        documentId: z.uuid(),
        /** Requests with the same key store one signature. */
        key: z.uuid(),
        /** The revision that was read. */
        revision: z.coerce.number().int().min(0),
        /** The language that was read; the browser's may have changed since. */
        locale: z.enum(locales),
        /** Comma-separated ids of the acknowledged forms. */
        acknowledged: z.string().max(500),
        method: z.enum(['drawn', 'typed']),
        typedName: personName(200).optional(),
        /** The strokes as JSON. */
        strokes: z.string().max(strokesMaxLength).optional(),
        /** A minor signs on the device of the signed-in guardian. */
        signsAs: z.enum(['diver']).optional(),
      }),
      z.strictObject({ kind: z.literal('page'), documentId: z.uuid(), key: z.uuid() }),
    ]),
    output: z.object({
      documentId: z.uuid(),
      /** `submitted` once all have signed. */
      state: z.enum(['signing', 'submitted', 'review']),
      medicalStatus: z.enum(medicalStatuses).nullable(),
    }),
  },

  'GET Drafts': {
    summary: 'Lists the unsigned forms of the caller and their children.',
    access: 'signedIn',
    output: z.array(DraftSummary),
  },
  'POST Drafts': {
    summary: 'Creates a draft, or returns the open one of the same packet.',
    access: 'signedIn',
    body: z.object({
      packet: z.enum(packets),
      affiliateId: z.int().positive().optional(),
      storeNumber: z.int().positive().nullable().default(null),
      memberNumber: z.int().positive().nullable().default(null),
      /** The signed form that is corrected. */
      replaces: z.uuid().nullable().default(null),
    }),
    output: z.object({ id: z.uuid() }),
  },
  'GET Drafts/{id}': {
    summary: 'Returns a draft in the reader’s language, with its answers.',
    access: 'signedIn',
    params: ById,
    output: Draft,
  },
  'PUT Drafts/{id}': {
    summary:
      'Saves answers. Only those in the body change; null removes one. Answers in a section that a “no” closes are dropped.',
    access: 'signedIn',
    bodyLimitBytes: 32 * 1024,
    params: ById,
    body: z.object({ changes: z.record(z.string().max(60), editedText(500).nullable()) }),
    output: z.object({ revision: z.int(), savedDate: z.string(), answers: Answers }),
  },
  'POST Drafts/{id}/reopen': {
    summary: 'Withdraws the signatures, which makes the answers editable again.',
    access: 'signedIn',
    params: ById,
    output: z.null(),
  },
  'POST Drafts/{id}/ask-guardian': {
    summary: 'Asks a guardian to sign: reminds the linked guardians, or mails a single-use link to the given address.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: ById,
    body: z.object({ email: z.string().trim().max(254).pipe(z.email()).nullable().default(null) }),
    output: z.null(),
  },
  'DELETE Drafts/{id}': {
    summary: 'Deletes a draft; it can be restored for a day.',
    access: 'signedIn',
    params: ById,
    output: z.null(),
  },
  'POST Drafts/{id}/restore': {
    summary: 'Restores a deleted draft.',
    access: 'signedIn',
    params: ById,
    output: z.null(),
  },

  'GET Records/{id}/readings': {
    summary: 'Lists the accesses to a signed form, newest first, for the diver and a minor’s guardian.',
    access: 'signedIn',
    params: ById,
    output: z.array(Reading),
  },
});
