import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { editedText, longText, shortText } from '#platform/shared/text-schemas.ts';
import { signatureBodyBytes } from '#features/forms/shared/contract.ts';
import { MailingAddress } from '#features/account/shared/profile-contract.ts';
import { maxTotal } from './max-total.ts';
import {
  Application,
  ApplicationInput,
  ApplicationRow,
  CardPlace,
  Day,
  Fee,
  SignatureInput,
  OfferedType,
  Reason,
} from './application.ts';

export const fail = defineErrors({
  'applications.unknown_type': 422,
  'applications.too_young': 422,
  /** The applicant already holds the level. */
  'applications.has_level': 409,
  'applications.own_instructor': 422,
  'applications.unknown_instructor': 422,
  'applications.unknown_store': 422,
  'applications.unknown_card': 422,
  'applications.unknown_exercise': 422,
  'applications.unknown_field': 422,
  'applications.reason_missing': 422,
  /** One entry per open requirement, with the requirement as path and the problem as message. */
  'applications.incomplete': 422,
  /** The application changed since it was read. */
  'applications.changed': 409,
  /** The step is not possible in this state or for this person. */
  'applications.out_of_turn': 409,
  'applications.signature_too_small': 422,
  'applications.name_differs': 422,
  'applications.not_acknowledged': 422,
  'applications.proof_type': 415,
  'applications.proof_damaged': 422,
  'applications.proof_pixels': 422,
  'applications.proof_script': 422,
  'applications.proof_locked': 422,
  'applications.proof_too_long': 422,
  'applications.too_many_proofs': 409,
  /** People were notified, so the decision is final. */
  'applications.too_late': 409,
  'applications.no_fee_due': 409,
});

export const pageSize = 100;
const proofMaxBytes = 10 * 1024 * 1024;
export const maxProofs = 20;

const ApplicationPage = z.object({ items: z.array(ApplicationRow), total: z.int().max(maxTotal) });

const ById = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
const Flag = z.enum(['true', 'false']).default('false');
const Page = z.coerce.number().int().min(1).max(100_000).default(1);
const PageSize = z.coerce.number().int().min(1).max(pageSize).default(pageSize);
const Search = z.string().trim().max(100).default('');
/** Repeating a key repeats no step. */
const Key = z.uuid();
/** The version the user has read, so no one decides on unseen changes. */
const Version = z.int().min(1);
const Reasons = z.array(Reason).max(30);

export const deskQueues = ['waiting', 'payment', 'returned', 'done'] as const;
export type DeskQueue = (typeof deskQueues)[number];

export const applicationEndpoints = defineEndpoints('applications', {
  'GET Applications/types': {
    summary: 'Lists the levels that can be applied for, and whether the caller can apply for each.',
    access: 'signedIn',
    output: z.array(OfferedType),
  },
  'GET Applications/types/{id}/certification-cards': {
    summary: 'Lists the certifications that a level requires, with the caller’s cards that satisfy them.',
    access: 'signedIn',
    params: ById,
    output: z.array(CardPlace),
  },
  'GET Applications': {
    summary: 'Lists the caller’s applications, newest first.',
    access: 'signedIn',
    output: z.array(ApplicationRow),
  },
  'POST Applications': {
    summary: 'Creates an application, or returns the open one for the same level.',
    access: ['diver', 'professional'],
    body: z.object({ typeId: z.int().positive() }),
    output: z.object({ id: z.int() }),
  },
  'GET Applications/assigned': {
    summary: 'Lists the applications that name the calling instructor or store.',
    access: ['professional', 'store'],
    query: z.object({
      Page,
      PageSize,
      show: z.enum(['all', 'to_review', 'returned', 'at_association', 'done']).default('all'),
      search: Search,
    }),
    output: ApplicationPage,
  },
  'GET Applications/desk': {
    summary: 'Lists one queue of the staff desk, oldest first.',
    access: ['staff'],
    query: z.object({ Page, PageSize, queue: z.enum(deskQueues).default('waiting'), search: Search }),
    output: ApplicationPage,
  },
  'GET Applications/desk/counts': {
    summary: 'Returns the size of each desk queue, and how many applications the caller has decided today.',
    access: ['staff'],
    query: z.object({ since: z.iso.datetime() }),
    output: z.object({ waiting: z.int(), payment: z.int(), returned: z.int(), clearedToday: z.int() }),
  },
  'GET Applications/{id}': {
    summary:
      'Returns an application to its applicant, instructor, store or staff. Access by anyone but the applicant is logged.',
    access: 'signedIn',
    params: ById,
    query: z.object({ expandApplicant: Flag, expandInstructor: Flag, expandStore: Flag }),
    output: Application,
  },
  'PUT Applications/{id}': {
    summary: 'Saves values that the applicant or the reviewing instructor entered.',
    access: 'signedIn',
    bodyLimitBytes: 1024 * 1024,
    params: ById,
    body: ApplicationInput,
    output: Application,
  },
  'DELETE Applications/{id}': {
    summary: 'Deletes a draft; it can be restored for a day.',
    access: 'signedIn',
    params: ById,
    output: z.null(),
  },
  'POST Applications/{id}/restore': {
    summary: 'Restores a deleted draft.',
    access: 'signedIn',
    params: ById,
    output: z.null(),
  },
  'GET Applications/{id}/teaching-address': {
    summary: 'Returns the address where the applicant will teach.',
    access: 'signedIn',
    params: ById,
    output: z.object({ teachingAddress: MailingAddress.nullable() }),
  },
  'PUT Applications/{id}/teaching-address': {
    summary:
      'Sets the address where the applicant will teach; null removes it. State and postal code must fit the country.',
    access: 'signedIn',
    params: ById,
    body: z.object({
      location: z
        .object({
          addressLine1: editedText(100).min(1, 'account.address.missing'),
          addressLine2: editedText(100).default(''),
          city: editedText(100).min(1, 'account.city.missing'),
          countryId: z.string().min(1, 'account.country.missing').max(10),
          stateId: z.string().max(20).nullish(),
          postalCode: editedText(20).default(''),
        })
        .nullable(),
    }),
    output: z.object({ teachingAddress: MailingAddress.nullable() }),
  },
  'GET Applications/{id}/fees': {
    summary: 'Returns the association’s fees for the application.',
    access: 'signedIn',
    params: ById,
    output: z.object({ data: z.object({ fee: Fee }) }),
  },

  'POST Applications/{id}/proofs': {
    summary: 'Uploads a proof of a requirement as a PDF or picture. Repeating the key stores it once.',
    access: 'signedIn',
    // The file is processed before the transaction opens.
    kind: 'read',
    params: ById,
    upload: { field: 'file', maxBytes: proofMaxBytes },
    body: z.object({
      key: Key,
      kind: z.string().regex(/^[a-z_]{1,40}$/),
      name: shortText(120).min(1),
      /** The day a physician signed it. */
      dated: Day.optional(),
    }),
    output: Application,
  },
  'GET Applications/{id}/proofs/{proofId}': {
    summary: 'Returns a proof’s file. Access by anyone but the applicant is logged. A store gets no medical proofs.',
    access: 'signedIn',
    params: ById.extend({ proofId: z.uuid() }),
    output: z.unknown(),
  },
  'DELETE Applications/{id}/proofs/{proofId}': {
    summary: 'Deletes a proof.',
    access: 'signedIn',
    params: ById.extend({ proofId: z.uuid() }),
    output: Application,
  },
  'GET Applications/{id}/cards/{place}/picture': {
    summary: 'Returns the picture of the selected card from another agency.',
    access: 'signedIn',
    params: ById.extend({ place: z.string().regex(/^[a-z_]{1,40}$/) }),
    output: z.unknown(),
  },

  'POST Applications/{id}/submit-to-member': {
    summary: 'Signs the application as its applicant and submits it to the instructor. Idempotent by key.',
    access: 'signedIn',
    bodyLimitBytes: signatureBodyBytes,
    requires: ['verifiedEmail'],
    params: ById,
    body: z.object({ key: Key, version: Version, signature: SignatureInput }),
    output: Application,
  },
  'POST Applications/{id}/withdraw': {
    summary: 'Withdraws the application before it is submitted to the association. For the applicant.',
    access: 'signedIn',
    params: ById,
    body: z.object({ key: Key }),
    output: Application,
  },
  'POST Applications/{id}/open': {
    summary: 'Starts the review, for the instructor or the store that the application names.',
    access: ['professional', 'store'],
    params: ById,
    body: z.object({ key: Key }),
    output: Application,
  },
  'POST Applications/{id}/return': {
    summary:
      'Returns the application with a reason for each field. For the instructor, the store before the instructor decides, and staff.',
    access: ['professional', 'store', 'staff'],
    bodyLimitBytes: 80 * 1024,
    params: ById,
    body: z.object({ key: Key, version: Version, reasons: Reasons, note: longText(1000).default('') }),
    output: Application,
  },
  'POST Applications/{id}/submit-to-association': {
    summary: 'Signs the application as its instructor and submits it to the association.',
    access: ['professional'],
    bodyLimitBytes: signatureBodyBytes,
    params: ById,
    body: z.object({ key: Key, version: Version, signature: SignatureInput }),
    output: Application,
  },
  'POST Applications/{id}/approve': {
    summary: 'For staff: approves the application and emails a single-use link to pay the fee.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: ById,
    body: z.object({ key: Key, version: Version }),
    output: Application,
  },
  'POST Applications/{id}/reject': {
    summary: 'For staff: rejects the application, with a reason.',
    access: ['staff'],
    params: ById,
    body: z.object({ key: Key, version: Version, note: longText(1000).min(1) }),
    output: Application,
  },
  'POST Applications/{id}/undo': {
    summary: 'For staff: undoes the caller’s own decision, until the applicant is notified of it.',
    access: ['staff'],
    params: ById,
    /** `of` is the key of the undone step. */
    body: z.object({ key: Key, of: Key }),
    output: Application,
  },
  'POST Applications/{id}/pay': {
    summary:
      'Returns the address to pay the fee at, for the applicant; null once it is paid. For staff: mails the link again.',
    access: ['diver', 'professional', 'staff'],
    requires: ['verifiedEmail'],
    params: ById,
    body: z.object({}),
    output: z.object({
      payUrl: z.string().nullable(),
      /** Staff only: whether this request sent the email or it is already queued; null once paid. */
      mail: z.enum(['sent', 'on_its_way']).nullable(),
    }),
  },
  'GET Applications/{id}/notes': {
    summary: 'For staff: lists the internal notes.',
    access: ['staff'],
    params: ById,
    output: z.array(z.object({ id: z.uuid(), byName: z.string(), text: z.string(), date: z.string() })),
  },
  'POST Applications/{id}/notes': {
    summary: 'For staff: adds an internal note.',
    access: ['staff'],
    params: ById,
    body: z.object({ key: Key, text: longText(1000).min(1) }),
    output: z.array(z.object({ id: z.uuid(), byName: z.string(), text: z.string(), date: z.string() })),
  },
});
