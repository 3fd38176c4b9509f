import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { locales } from '#platform/shared/locale.ts';
import { editedText, shortText } from '#platform/shared/text-schemas.ts';
import { pageMaxBytes } from './rules.ts';

export const packets = ['dsd', 'course', 'medical'] as const;
export type Packet = (typeof packets)[number];
export const regions = ['US', 'EU', 'resort'] as const;
export type Region = (typeof regions)[number];
export const signerRoles = ['diver', 'guardian'] as const;
export type SignerRole = (typeof signerRoles)[number];
export const medicalStatuses = ['none', 'clear', 'physician', 'review', 'approved', 'refused'] as const;
export type MedicalStatus = (typeof medicalStatuses)[number];

/** As it is drawn, in a field of 600 by 200: each stroke x, y, x, y, … in whole numbers. */
const Stroke = z.array(z.int().min(0).max(600)).min(2).max(2_000);
export const Strokes = z.array(Stroke).max(60);
export type Strokes = z.output<typeof Strokes>;

/** The words of one form as somebody reads them, with the names already in it. */
export const FormView = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  intro: z.string().nullable(),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      /** A box that opens when this question is answered with yes. */
      opensWith: z.string().nullable(),
      paragraphs: z.array(z.string()),
      points: z.array(z.string()),
      questions: z.array(
        z.object({
          /** With its form: `medical.q4`. */
          id: z.string(),
          kind: z.enum(['yesno', 'text']),
          /** Shown before the words, such as 4. */
          number: z.string().nullable(),
          text: z.string(),
          /** Known from the profile and not asked: `over45`. */
          fact: z.enum(['over45']).nullable(),
          /** A yes asks for a physician. */
          asksPhysician: z.boolean(),
          isOptional: z.boolean(),
        }),
      ),
    }),
  ),
  /** What stands beside the box that is ticked. */
  acknowledgement: z.string(),
});
export type FormView = z.output<typeof FormView>;

/** By question; a yes-no question has yes or no. */
export const Answers = z.record(z.string().max(60), z.string().max(500));
export type Answers = z.output<typeof Answers>;

export const Signer = z.object({
  role: z.enum(signerRoles),
  /** Null while nobody is known who could be it. */
  name: z.string().nullable(),
  isYou: z.boolean(),
  signedDate: z.string().nullable(),
  method: z.enum(['drawn', 'typed']).nullable(),
  strokes: Strokes.nullable(),
  typedName: z.string().nullable(),
  /** The guardian on whose phone a minor signed. */
  onPhoneOf: z.string().nullable(),
});
export type Signer = z.output<typeof Signer>;

export const DraftSummary = z.object({
  id: z.uuid(),
  affiliateId: z.int(),
  diverName: z.string(),
  isOwn: z.boolean(),
  /** The child may sign on a guardian's phone. */
  canHandOver: z.boolean(),
  packet: z.enum(packets),
  name: z.string(),
  region: z.enum(regions),
  storeName: z.string().nullable(),
  memberName: z.string().nullable(),
  answered: z.int(),
  questions: z.int(),
  state: z.enum(['filling', 'signing']),
  /** Who has to do something next: `guardian_unknown` is a child for whom nobody can sign yet. */
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
  /** The language in which it is read; a form that is not there in it comes in en-US. */
  locale: z.enum(locales),
  forms: z.array(FormView),
  answers: Answers,
  revision: z.int(),
  signers: z.array(Signer),
  /** The person who reads this may change answers. */
  canFill: z.boolean(),
  replaces: z.uuid().nullable(),
  /** Those who will be able to read it, by name. */
  readers: z.array(z.string()),
  /** A newer version has come since it was begun; answers that still fit are kept. */
  hasNewVersion: z.boolean(),
});
export type Draft = z.output<typeof Draft>;

export const FormRecord = z.object({
  id: z.uuid(),
  affiliateId: z.int(),
  diverName: z.string(),
  /** 1 completed, 2 medical required; `status` says it in the reader's language. */
  statusId: z.int(),
  status: z.string(),
  name: z.string(),
  /** The page of the record, and of its document. */
  url: z.string(),
  downloadUrl: z.string().nullable(),
  createdDate: z.string(),
  blobIds: z.array(z.uuid()),
  medicalRequired: z.boolean(),
  medicalStatus: z.enum(medicalStatuses),
  /** A physician has approved, and whoever has to confirm it has not yet. `status` stays Medical Required. */
  isConfirmationPending: z.boolean(),
  memberName: z.string().nullable(),
  memberNumber: z.int().nullable(),
  storeName: z.string().nullable(),
  storeNumber: z.int().nullable(),
  /** What was answered; only where the document itself is asked for, and that is written down. */
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

/** What `formData` of a document holds. */
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
      /** Of a link: the portal has mailed it, or it was shown to the diver. Null of older ones. */
      isMailed: z.boolean().nullable(),
      decision: z.enum(['approved', 'refused', 'unclear', 'corrected']),
      physician: z.string().nullable(),
      clinic: z.string().nullable(),
      /** License or registration number; null of older ones and of pages. */
      license: z.string().nullable(),
      phone: z.string().nullable(),
      /** Where the link was mailed to. */
      sentTo: z.string().nullable(),
      remarks: z.string().nullable(),
      /** The day on the page. */
      signedOn: z.string().nullable(),
      decidedDate: z.string(),
      /** Null where none is needed. */
      confirmation: z
        .object({
          state: z.enum(['pending', 'confirmed', 'declined']),
          /** Of a declined one. */
          reason: z.string().nullable(),
          decidedDate: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
  /** To whom the newest link was mailed, for the diver and guardians. */
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

export const formCalls = defineEndpoints('forms', {
  'GET Search/Diver': {
    summary: 'One’s own signed forms, or those of a child one is guardian of; newest first, without answers.',
    access: 'signedIn',
    query: z.object({ affiliateId: OptionalAffiliateId, page: PageNumber }),
    output: FormRecordList,
  },
  'GET Search/Member': {
    summary: 'The signed forms that name the professional or store who asks, without answers.',
    access: ['professional', 'store'],
    query: z.object({
      search: z.string().trim().max(100).default(''),
      show: z.enum(['all', 'medical_required', 'review']).default('all'),
      page: PageNumber,
    }),
    output: FormRecordList,
  },
  'GET Search/document/{id}': {
    summary: 'One signed form with everything in it. That it was read is written down and shown to the diver.',
    access: 'signedIn',
    // The reading is stored.
    kind: 'write',
    params: ById,
    output: FormRecord,
  },
  'GET Search/blob/{id}': {
    summary: 'A file of a signed form: the document as PDF, a physician’s page. That it was read is written down.',
    access: 'signedIn',
    kind: 'write',
    params: ById,
    output: z.null(),
  },
  'POST Data': {
    summary:
      'Puts a signature (kind signature) or a physician’s signed page (kind page, with its file) into safe storage. With the last signature the forms are submitted.',
    access: 'signedIn',
    upload: { field: 'file', maxBytes: pageMaxBytes, isOptional: true },
    body: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('signature'),
        documentId: z.uuid(),
        /** The same key is the same signature. */
        key: z.uuid(),
        /** Of the draft that was read. */
        revision: z.coerce.number().int().min(0),
        /** And in which language: the browser may have been set to another since. */
        locale: z.enum(locales),
        /** The forms whose box was ticked: their ids, with commas. */
        acknowledged: z.string().max(500),
        method: z.enum(['drawn', 'typed']),
        typedName: shortText(200).optional(),
        /** JSON of the strokes. */
        strokes: z.string().max(60_000).optional(),
        /** diver: a minor signs on the phone of the guardian who is signed in. */
        signsAs: z.enum(['diver']).optional(),
      }),
      z.strictObject({ kind: z.literal('page'), documentId: z.uuid(), key: z.uuid() }),
    ]),
    output: z.object({
      documentId: z.uuid(),
      /** submitted: all have signed. */
      state: z.enum(['signing', 'submitted', 'review']),
      medicalStatus: z.enum(medicalStatuses).nullable(),
    }),
  },

  'GET Drafts': {
    summary: 'Forms that are not signed by all yet: one’s own, and those of one’s children.',
    access: 'signedIn',
    output: z.array(DraftSummary),
  },
  'POST Drafts': {
    summary: 'Begins forms, or gives those of the same kind that were begun already.',
    access: 'signedIn',
    body: z.object({
      packet: z.enum(packets),
      affiliateId: z.int().positive().optional(),
      storeNumber: z.int().positive().nullable().default(null),
      memberNumber: z.int().positive().nullable().default(null),
      /** A correction of a signed form. */
      replaces: z.uuid().nullable().default(null),
    }),
    output: z.object({ id: z.uuid() }),
  },
  'GET Drafts/{id}': {
    summary: 'Forms with their words in the reader’s language, and what was answered so far.',
    access: 'signedIn',
    params: ById,
    output: Draft,
  },
  'PUT Drafts/{id}': {
    summary: 'Keeps answers. Only those that are sent change; null takes one away. What a no closes is forgotten.',
    access: 'signedIn',
    params: ById,
    body: z.object({ changes: z.record(z.string().max(60), editedText(500).nullable()) }),
    output: z.object({ revision: z.int(), savedDate: z.string(), answers: Answers }),
  },
  'POST Drafts/{id}/reopen': {
    summary: 'Takes the signatures back, so that answers can be changed.',
    access: 'signedIn',
    params: ById,
    output: z.null(),
  },
  'POST Drafts/{id}/ask-guardian': {
    summary:
      'Asks a guardian to sign: those who are linked are told again; with an e-mail somebody new gets a single-use link.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: ById,
    body: z.object({ email: z.string().trim().max(254).pipe(z.email()).nullable().default(null) }),
    output: z.null(),
  },
  'DELETE Drafts/{id}': {
    summary: 'Throws forms away that are not signed by all; for a day they can be had back.',
    access: 'signedIn',
    params: ById,
    output: z.null(),
  },
  'POST Drafts/{id}/restore': {
    summary: 'Takes back that they were thrown away.',
    access: 'signedIn',
    params: ById,
    output: z.null(),
  },

  'GET Records/{id}/readings': {
    summary: 'Who has read a signed form, newest first. The diver and the guardian of a minor see it.',
    access: 'signedIn',
    params: ById,
    output: z.array(Reading),
  },
});
