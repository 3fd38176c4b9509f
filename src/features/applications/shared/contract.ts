import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { editedText, longText, shortText } from '#platform/shared/text-schemas.ts';
import { MailingAddress } from '#features/account/shared/profile-contract.ts';
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

const ApplicationPage = z.object({ items: z.array(ApplicationRow), total: z.int() });

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

export const applicationCalls = defineEndpoints('applications', {
  'GET Applications/types': {
    summary: 'The levels that can be applied for, and whether each is offered to the person who asks.',
    access: 'signedIn',
    output: z.array(OfferedType),
  },
  'GET Applications/types/{id}/certification-cards': {
    summary: 'The cards that a level asks for, and those of the person who asks that fit.',
    access: 'signedIn',
    params: ById,
    output: z.array(CardPlace),
  },
  'GET Applications': {
    summary: 'One’s own applications, newest first.',
    access: 'signedIn',
    output: z.array(ApplicationRow),
  },
  'POST Applications': {
    summary: 'Begins an application, or gives the open one for that level.',
    access: ['diver', 'professional'],
    body: z.object({ typeId: z.int().positive() }),
    output: z.object({ id: z.int() }),
  },
  'GET Applications/assigned': {
    summary: 'The applications that name the instructor or the store who asks.',
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
    summary: 'A queue of the desk, who waits longest first.',
    access: ['staff'],
    query: z.object({ Page, PageSize, queue: z.enum(deskQueues).default('waiting'), search: Search }),
    output: ApplicationPage,
  },
  'GET Applications/desk/counts': {
    summary: 'How many are in each queue, and how many the clerk who asks has cleared today.',
    access: ['staff'],
    query: z.object({ since: z.iso.datetime() }),
    output: z.object({ waiting: z.int(), payment: z.int(), returned: z.int(), clearedToday: z.int() }),
  },
  'GET Applications/{id}': {
    summary:
      'An application for its applicant, its instructor, its store or staff; whose reading of another is written down.',
    access: 'signedIn',
    params: ById,
    query: z.object({ expandApplicant: Flag, expandInstructor: Flag, expandStore: Flag }),
    output: Application,
  },
  'PUT Applications/{id}': {
    summary: 'Keeps what the applicant, or the reviewing instructor, has filled in.',
    access: 'signedIn',
    params: ById,
    body: ApplicationInput,
    output: Application,
  },
  'DELETE Applications/{id}': {
    summary: 'Throws a draft away; for a day it can be had back.',
    access: 'signedIn',
    params: ById,
    output: z.null(),
  },
  'POST Applications/{id}/restore': {
    summary: 'Takes back that it was thrown away.',
    access: 'signedIn',
    params: ById,
    output: z.null(),
  },
  'GET Applications/{id}/teaching-address': {
    summary: 'Where the applicant will teach.',
    access: 'signedIn',
    params: ById,
    output: z.object({ teachingAddress: MailingAddress.nullable() }),
  },
  'PUT Applications/{id}/teaching-address': {
    summary: 'Says where the applicant will teach; null takes it away. State and postal code must fit the country.',
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
    summary: 'What the association takes for it.',
    access: 'signedIn',
    params: ById,
    output: z.object({ data: z.object({ fee: Fee }) }),
  },

  'POST Applications/{id}/proofs': {
    summary: 'A copy that shows a requirement: a PDF or a picture. The same key is the same copy.',
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
    summary: 'The copy. That another than the applicant read it is written down. A store sees no medical papers.',
    access: 'signedIn',
    params: ById.extend({ proofId: z.uuid() }),
    output: z.unknown(),
  },
  'DELETE Applications/{id}/proofs/{proofId}': {
    summary: 'Takes a copy away.',
    access: 'signedIn',
    params: ById.extend({ proofId: z.uuid() }),
    output: Application,
  },
  'GET Applications/{id}/cards/{place}/picture': {
    summary: 'The picture of a card from elsewhere that was picked.',
    access: 'signedIn',
    params: ById.extend({ place: z.string().regex(/^[a-z_]{1,40}$/) }),
    output: z.unknown(),
  },

  'POST Applications/{id}/submit-to-member': {
    summary: 'The applicant signs and submits it to the instructor. Sent again it is one submission.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: ById,
    body: z.object({ key: Key, version: Version, signature: SignatureInput }),
    output: Application,
  },
  'POST Applications/{id}/withdraw': {
    summary: 'The applicant takes it back before it is at the association.',
    access: 'signedIn',
    params: ById,
    body: z.object({ key: Key }),
    output: Application,
  },
  'POST Applications/{id}/open': {
    summary: 'The instructor, or the store that it names, begins to review it.',
    access: ['professional', 'store'],
    params: ById,
    body: z.object({ key: Key }),
    output: Application,
  },
  'POST Applications/{id}/return': {
    summary:
      'The instructor or the store before the instructor decides, or the desk, sends it back with reasons by field.',
    access: ['professional', 'store', 'staff'],
    params: ById,
    body: z.object({ key: Key, version: Version, reasons: Reasons, note: longText(1000).default('') }),
    output: Application,
  },
  'POST Applications/{id}/submit-to-association': {
    summary: 'The instructor signs and sends it to the association.',
    access: ['professional'],
    params: ById,
    body: z.object({ key: Key, version: Version, signature: SignatureInput }),
    output: Application,
  },
  'POST Applications/{id}/approve': {
    summary: 'The desk approves it; a link to pay is mailed, which works once.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: ById,
    body: z.object({ key: Key, version: Version }),
    output: Application,
  },
  'POST Applications/{id}/reject': {
    summary: 'The desk refuses it, and says why.',
    access: ['staff'],
    params: ById,
    body: z.object({ key: Key, version: Version, note: longText(1000).min(1) }),
    output: Application,
  },
  'POST Applications/{id}/undo': {
    summary: 'Takes back what the same clerk has just decided, before anybody is told.',
    access: ['staff'],
    params: ById,
    /** `of` is the key of the undone step. */
    body: z.object({ key: Key, of: Key }),
    output: Application,
  },
  'POST Applications/{id}/pay': {
    summary: 'Where the fee is paid, for the applicant; null once it is. Staff have the link mailed again.',
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
    summary: 'What the desk has noted for itself.',
    access: ['staff'],
    params: ById,
    output: z.array(z.object({ id: z.uuid(), byName: z.string(), text: z.string(), date: z.string() })),
  },
  'POST Applications/{id}/notes': {
    summary: 'Adds a note of the desk.',
    access: ['staff'],
    params: ById,
    body: z.object({ key: Key, text: longText(1000).min(1) }),
    output: z.array(z.object({ id: z.uuid(), byName: z.string(), text: z.string(), date: z.string() })),
  },
});
