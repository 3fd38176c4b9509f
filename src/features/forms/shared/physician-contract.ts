import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { locales } from '#platform/shared/locale.ts';
import { longText, shortText } from '#platform/shared/text-schemas.ts';
import { FormView, medicalStatuses, Strokes } from './contract.ts';
import { isPhone } from './rules.ts';

const ById = z.object({ id: z.uuid() });
const ByToken = z.object({ token: z.string().regex(/^[\w-]{1,128}$/) });

/** What a physician sees: the questions that were answered with yes, and nothing else of the person. */
export const PhysicianPage = z.object({
  diverName: z.string(),
  birthdate: z.string(),
  age: z.int(),
  signedDate: z.string(),
  expiresDate: z.string(),
  /** The language in which it is read. */
  locale: z.enum(locales),
  /** The words of the physician's form. */
  form: FormView,
  /** What was answered with yes: the question, and the box it stands in. */
  concerns: z.array(z.object({ id: z.string(), text: z.string(), within: z.string().nullable() })),
});
export type PhysicianPage = z.output<typeof PhysicianPage>;

/** What the desk confirms: a physician's response by link, an uploaded page, or answers that correct an earlier form. */
export const WaitingPage = z.object({
  recordId: z.uuid(),
  affiliateId: z.int(),
  fullName: z.string(),
  isMinor: z.boolean(),
  signedDate: z.string(),
  /** When the page was uploaded, the physician responded, or the answers were signed. */
  uploadedDate: z.string(),
  kind: z.enum(['link', 'page', 'correction']),
});
export type WaitingPage = z.output<typeof WaitingPage>;

export const physicianCalls = defineEndpoints('forms', {
  'POST Records/{id}/physician-link': {
    summary:
      'Mails a physician the link to a private page, for one answer and 30 days; the one before stops working. The link is shown to nobody else.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: ById,
    body: z.object({ email: z.string().trim().max(254).pipe(z.email('forms.physician.email_missing')) }),
    output: z.object({ sentTo: z.string(), sentDate: z.string(), expiresDate: z.string() }),
  },
  'GET Records/{id}/physician-page': {
    summary: 'The page to print and take along, with the questions that were answered with yes.',
    access: 'signedIn',
    kind: 'write',
    params: ById,
    output: z.null(),
  },
  'GET Physician/{token}': {
    summary: 'What the physician is asked. Each opening is written down and shown to the diver.',
    access: 'anyone',
    kind: 'write',
    params: ByToken,
    output: PhysicianPage,
  },
  'POST Physician/{token}': {
    summary:
      'The physician’s decision, with name, license number, practice, phone and signature; the link is used up. An approval counts once it is confirmed.',
    access: 'anyone',
    params: ByToken,
    body: z.object({
      /** Of the page that was read. */
      locale: z.enum(locales),
      decision: z.enum(['approved', 'refused']),
      name: shortText(200).min(1, 'forms.physician.name_missing'),
      clinic: shortText(300).min(1, 'forms.physician.clinic_missing'),
      /** License or registration number, as the physician's country writes it. */
      license: shortText(100).min(1, 'forms.physician.license_missing'),
      phone: z.string().trim().max(40).refine(isPhone, 'forms.physician.phone_missing'),
      remarks: longText(1_000).default(''),
      isAcknowledged: z.boolean(),
      method: z.enum(['drawn', 'typed']),
      typedName: shortText(200).nullable().default(null),
      strokes: Strokes.nullable().default(null),
    }),
    output: z.object({ medicalStatus: z.enum(medicalStatuses) }),
  },
  'POST Records/{id}/review': {
    summary:
      'What the uploaded page says: decided by the professional or store that the form names, or by staff; never by the diver’s family.',
    access: ['professional', 'store', 'staff'],
    params: ById,
    body: z
      .object({
        /** The page that was looked at; one that came later is not decided with it. */
        pageId: z.uuid(),
        decision: z.enum(['approved', 'refused', 'unclear']),
        /** The day that the physician wrote on it. */
        signedOn: z.iso.date().nullable().default(null),
        reason: longText(500).default(''),
      })
      .refine(({ decision, signedOn }) => decision === 'unclear' || signedOn !== null, {
        path: ['signedOn'],
        message: 'forms.review.signed_on_missing',
      })
      // Who has to come again is told why.
      .refine(({ decision, reason }) => decision !== 'unclear' || reason !== '', {
        path: ['reason'],
        message: 'forms.review.reason_missing',
      }),
    output: z.object({ medicalStatus: z.enum(medicalStatuses) }),
  },
  'POST Records/{id}/confirmation': {
    summary:
      'Confirms a physician’s approval, or declines it with a reason: by the professional or store that the form names, or by staff; never by the diver’s family.',
    access: ['professional', 'store', 'staff'],
    params: ById,
    body: z
      .object({
        /** The response that was read. Sent again it is one confirmation. */
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
      'Accepts answers that no longer ask for a physician, where an earlier form did: by those whom both forms name, or by staff; never by the diver’s family.',
    access: ['professional', 'store', 'staff'],
    params: ById,
    body: z.object({ reason: longText(500).min(1, 'forms.confirm.reason_missing') }),
    output: z.object({ medicalStatus: z.enum(medicalStatuses) }),
  },
  'GET Pages/waiting': {
    summary:
      'Physicians’ responses, pages and corrected answers for the desk, oldest first: those whose forms name no one who can confirm, and those left for three days.',
    access: ['staff'],
    output: z.array(WaitingPage),
  },
});
