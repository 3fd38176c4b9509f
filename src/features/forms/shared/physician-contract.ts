import * as z from 'zod';
import { QueuePage } from '#platform/shared/queue-page.ts';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { locales } from '#platform/shared/locale.ts';
import { limitedText, longText, personName, shortText } from '#platform/shared/text-schemas.ts';
import { FormView, medicalStatuses, signatureBodyBytes, Strokes } from './contract.ts';
import { isPhone } from './rules.ts';

const ById = z.object({ id: z.uuid() });
const ByToken = z.object({ token: z.string().regex(/^[\w-]{1,128}$/) });

/** The page of a physician: the answers that require one, and no other data. */
export const PhysicianPage = z.object({
  diverName: z.string(),
  birthdate: z.string(),
  age: z.int(),
  signedDate: z.string(),
  expiresDate: z.string(),
  locale: z.enum(locales),
  form: FormView,
  /** The questions answered with yes, each with the title of its box. */
  concerns: z.array(z.object({ id: z.string(), text: z.string(), within: z.string().nullable() })),
});
export type PhysicianPage = z.output<typeof PhysicianPage>;

/** An item of the desk's queue: a response by link, an uploaded page, or a correction of an earlier form. */
export const WaitingPage = z.object({
  recordId: z.uuid(),
  affiliateId: z.int(),
  fullName: z.string(),
  isMinor: z.boolean(),
  signedDate: z.string(),
  /** The time of the upload, the response or the signature. */
  uploadedDate: z.string(),
  kind: z.enum(['link', 'page', 'correction']),
});
export type WaitingPage = z.output<typeof WaitingPage>;

export const physicianEndpoints = defineEndpoints('forms', {
  'POST Records/{id}/physician-link': {
    summary:
      'Mails a physician a single-use link, valid for 30 days; earlier links stop working. The link is shown to no one else.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: ById,
    body: z.object({ email: z.string().trim().max(254).pipe(z.email('forms.physician.email_missing')) }),
    output: z.object({ sentTo: z.string(), sentDate: z.string(), expiresDate: z.string() }),
  },
  'GET Records/{id}/physician-page': {
    summary: 'Returns a PDF to print for the physician, with the questions answered “yes”.',
    access: 'signedIn',
    kind: 'write',
    params: ById,
    output: z.null(),
  },
  'GET Physician/{token}': {
    summary: 'Returns the questions for the physician. Each access is logged and shown to the diver.',
    access: 'anyone',
    kind: 'write',
    params: ByToken,
    output: PhysicianPage,
  },
  'POST Physician/{token}': {
    summary:
      'Submits the physician’s decision with name, license number, practice, phone and signature. The link can be used once. An approval counts once it is confirmed.',
    access: 'anyone',
    bodyLimitBytes: signatureBodyBytes,
    params: ByToken,
    body: z.object({
      /** The language of the page that was read. */
      locale: z.enum(locales),
      decision: z.enum(['approved', 'refused']),
      name: personName(200).min(1, 'forms.physician.name_missing'),
      clinic: shortText(300).min(1, 'forms.physician.clinic_missing'),
      /** License or registration number, as the physician's country writes it. */
      license: shortText(100).min(1, 'forms.physician.license_missing'),
      phone: limitedText(40).refine(isPhone, 'forms.physician.phone_missing'),
      remarks: longText(1_000).default(''),
      isAcknowledged: z.boolean(),
      method: z.enum(['drawn', 'typed']),
      typedName: personName(200).nullable().default(null),
      strokes: Strokes.nullable().default(null),
    }),
    output: z.object({ medicalStatus: z.enum(medicalStatuses) }),
  },
  'POST Records/{id}/review': {
    summary:
      'Reviews an uploaded page. Allowed for the professional or store that the form names and for staff, but not for the diver’s family.',
    access: ['professional', 'store', 'staff'],
    params: ById,
    body: z
      .object({
        /** The reviewed page; a newer one is not affected. */
        pageId: z.uuid(),
        decision: z.enum(['approved', 'refused', 'unclear']),
        /** The day that the physician wrote on the page. */
        signedOn: z.iso.date().nullable().default(null),
        reason: longText(500).default(''),
      })
      .refine(({ decision, signedOn }) => decision === 'unclear' || signedOn !== null, {
        path: ['signedOn'],
        message: 'forms.review.signed_on_missing',
      })
      // The diver needs the reason to upload a better page.
      .refine(({ decision, reason }) => decision !== 'unclear' || reason !== '', {
        path: ['reason'],
        message: 'forms.review.reason_missing',
      }),
    output: z.object({ medicalStatus: z.enum(medicalStatuses) }),
  },
  'POST Records/{id}/confirmation': {
    summary:
      'Confirms a physician’s clearance, or declines it with a reason. Allowed for the professional or store that the form names and for staff, but not for the diver’s family.',
    access: ['professional', 'store', 'staff'],
    params: ById,
    body: z
      .object({
        /** The response that was read. Idempotent for the same response. */
        evaluationId: z.uuid(),
        outcome: z.enum(['confirmed', 'declined']),
        reason: longText(500).default(''),
      })
      .refine(({ outcome, reason }) => outcome === 'confirmed' || reason !== '', {
        path: ['reason'],
        message: 'forms.confirm.reason_missing',
      }),
    output: z.object({ medicalStatus: z.enum(medicalStatuses) }),
  },
  'POST Records/{id}/correction': {
    summary:
      'Accepts answers that no longer require a physician although an earlier form did. Allowed for those that both forms name and for staff, but not for the diver’s family.',
    access: ['professional', 'store', 'staff'],
    params: ById,
    body: z.object({ reason: longText(500).min(1, 'forms.confirm.reason_missing') }),
    output: z.object({ medicalStatus: z.enum(medicalStatuses) }),
  },
  'GET Pages/waiting': {
    summary:
      'For staff: lists responses, pages and corrections to review, oldest first: those whose forms name no one who can confirm, and those left open for three days.',
    access: ['staff'],
    query: QueuePage,
    output: z.object({ total: z.int(), items: z.array(WaitingPage) }),
  },
});
