import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { locales } from '#platform/shared/locale.ts';
import { editedText, longText } from '#platform/shared/text-schemas.ts';
import { genders } from '#features/identity/shared/rules.ts';
import { Birthdate, Correction } from './birthdate-contract.ts';
import { photoMaxBytes } from './rules.ts';

export const AffiliateId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const AffiliateParams = z.object({ affiliateId: AffiliateId });
const text = (maxLength: number) => editedText(maxLength, 'account.name.too_long');
const culture = z.enum(locales).optional();
/** What the page had when it was filled in. Without it the update is made whatever happened meanwhile. */
const version = z.int().min(0).optional();

export const MailingAddress = z.object({
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  country: z.string(),
  countryId: z.string(),
  postalCode: z.string(),
  postalCodeRequired: z.boolean(),
  state: z.string().nullable(),
  stateId: z.string().nullable(),
});
export type MailingAddress = z.output<typeof MailingAddress>;

export const PhotoState = z.object({
  id: z.string(),
  status: z.enum(['pending', 'approved', 'rejected']),
  reason: z.string().nullable(),
  uploadedAt: z.string(),
});
export type PhotoState = z.output<typeof PhotoState>;

/** What the profile page needs beyond the profile itself. */
const ProfileDetails = z.object({
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  /** In the international form, +46…; null when there is none. */
  phoneNumber: z.string().nullable(),
  photo: PhotoState.nullable(),
  affiliateTypeId: z.int(),
  isMinor: z.boolean(),
  /** open: none is on file. first_day: can still be corrected once. locked: through the association only. */
  birthdateAccess: z.enum(['open', 'first_day', 'locked']),
  /** The newest request to correct the birthdate. */
  correction: Correction.nullable(),
  /** What the reader is to this person. */
  relation: z.enum(['self', 'guardian', 'staff']),
  version: z.int(),
  addressVersion: z.int(),
  phoneVersion: z.int(),
});

export const Profile = z.object({
  affiliateId: z.int(),
  fullName: z.string(),
  dob: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  mailingAddress: MailingAddress.nullable(),
  /** With ?profile=true. */
  profile: ProfileDetails.nullable(),
});
export type Profile = z.output<typeof Profile>;

export const Country = z.object({
  id: z.string(),
  name: z.string(),
  postalCodeRequired: z.boolean(),
  stateRequired: z.boolean(),
  hasStates: z.boolean(),
  /** An example of a postal code there, for the field's hint. */
  postalCodeExample: z.string().nullable(),
});
export type Country = z.output<typeof Country>;

export const State = z.object({ stateId: z.string(), name: z.string() });
export type State = z.output<typeof State>;

export const profileCalls = defineEndpoints('global', {
  'GET profiles/{affiliateId}': {
    summary:
      'Name, birthdate, gender and address of oneself or a child; staff see everybody. Each reading of another is logged.',
    access: 'signedIn',
    params: AffiliateParams,
    query: z.object({ profile: z.enum(['true', 'false']).optional() }),
    output: Profile,
  },
  'POST profiles/{affiliateId}/MailingAddress': {
    summary: 'Sets the mailing address. State and postal code must fit the country.',
    access: 'signedIn',
    params: AffiliateParams,
    body: z.object({
      addressLine1: text(100).min(1, 'account.address.missing'),
      addressLine2: text(100).default(''),
      city: text(100).min(1, 'account.city.missing'),
      countryId: z.string().min(1, 'account.country.missing').max(10),
      stateId: z.string().max(20).nullish(),
      postalCode: text(20).default(''),
      version,
    }),
    output: MailingAddress.extend({ version: z.int() }),
  },
  'GET Countries': {
    summary: 'All countries by their names in the language, and what each asks of an address.',
    access: 'anyone',
    query: z.object({ culture }),
    output: z.array(Country),
  },
  'GET Countries/{id}/States': {
    summary: 'The states, provinces or the like that an address in the country names; empty where it names none.',
    access: 'anyone',
    params: z.object({ id: z.string().max(10) }),
    query: z.object({ culture }),
    output: z.array(State),
  },
});

const PhotoInQueue = z.object({
  affiliateId: z.int(),
  photoId: z.string(),
  fullName: z.string(),
  isMinor: z.boolean(),
  uploadedAt: z.string(),
});
export type PhotoInQueue = z.output<typeof PhotoInQueue>;

const WholeNumber = z.coerce.number().int().min(0).max(100_000);

export const photoCalls = defineEndpoints('certifications', {
  'POST certifications/photos/getphoto': {
    summary: 'The photo as JPEG: the newest one for oneself, a guardian or staff; `photoId` asks for a certain one.',
    access: 'signedIn',
    kind: 'read',
    body: z.object({ affiliateId: z.int(), photoId: z.uuid().optional() }),
    output: z.custom<Blob>(),
  },
  'POST certifications/photos/upload': {
    summary: 'A new photo, JPG or PNG of at most 4.5 MB; it waits for approval. `affiliateId` is for a child.',
    access: 'signedIn',
    // The picture is prepared before the transaction is opened: no connection waits for it.
    kind: 'read',
    upload: { field: 'imageFile', maxBytes: photoMaxBytes },
    /** In pixels of the picture as a person sees it; without them the middle is taken. */
    body: z.object({
      affiliateId: AffiliateId.optional(),
      cropX: WholeNumber.optional(),
      cropY: WholeNumber.optional(),
      cropWidth: WholeNumber.optional(),
      cropHeight: WholeNumber.optional(),
    }),
    output: PhotoState,
  },
  'DELETE certifications/photos/{affiliateId}': {
    summary: 'Removes the photo, and the approved one that cards show.',
    access: 'signedIn',
    params: AffiliateParams,
    output: z.null(),
  },
  'GET certifications/photos/pending': {
    summary: 'The photos that wait for approval, oldest first.',
    access: ['staff'],
    output: z.array(PhotoInQueue),
  },
  'POST certifications/photos/{affiliateId}/decision': {
    summary: 'Approves or rejects the photo with that id; a rejection says why.',
    access: ['staff'],
    params: AffiliateParams,
    body: z.discriminatedUnion('status', [
      z.object({ photoId: z.uuid(), status: z.literal('approved') }),
      z.object({ photoId: z.uuid(), status: z.literal('rejected'), reason: longText(500).min(1) }),
    ]),
    output: PhotoState,
  },
});

export const userCalls = defineEndpoints('account', {
  'PUT user/update/{email}': {
    summary: 'Name, birthdate and gender. The e-mail is that of the person and cannot be changed.',
    access: 'signedIn',
    params: z.object({ email: z.string().max(254) }),
    body: z.object({
      affiliateId: z.int(),
      firstName: text(100).min(1, 'account.first_name.missing'),
      lastName: text(100),
      middleName: text(100).default(''),
      /** One that is on file stays as it is, apart from one correction within 24 hours of sign-up. */
      birthDate: Birthdate.nullable(),
      gender: z.enum(genders).nullable(),
      clientId: z.string().max(200).nullish(),
      version,
    }),
    output: z.object({ version: z.int() }),
  },
  'PUT user/update/phone/{email}': {
    summary: 'The phone number; the change is handed to the sync queue. An empty one removes it.',
    access: 'signedIn',
    params: z.object({ email: z.string().max(254) }),
    body: z.object({ affiliateId: z.int(), phoneNumber: z.string().trim().max(40), version }),
    output: z.object({ phoneNumber: z.string().nullable(), version: z.int() }),
  },
  'POST sync-queue': {
    summary:
      'The sync queue where the association has no other. Authorised by the header x-api-key; one event is taken once.',
    access: 'anyone',
    body: z.object({
      eventType: z.literal('phone_update'),
      affiliateId: z.int(),
      phoneNumberTypeId: z.literal(2),
      userName: z.string().max(254),
      phoneNumber: z.string().max(40),
    }),
    output: z.null(),
  },
  'GET user/family': {
    summary: 'The children whose pages the signed-in person may open.',
    access: 'signedIn',
    output: z.array(z.object({ affiliateId: z.int(), fullName: z.string(), firstName: z.string() })),
  },
});
