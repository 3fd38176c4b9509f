import * as z from 'zod';
import { QueuePage } from '#platform/shared/queue-page.ts';
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
/** The version that the page was loaded with. Without it the update overwrites changes made since. */
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

/** Fields of the profile page beyond the profile itself. */
const ProfileDetails = z.object({
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  /** The international form, +46…; null if there is none. */
  phoneNumber: z.string().nullable(),
  photo: PhotoState.nullable(),
  affiliateTypeId: z.int(),
  /** Null for everyone but professionals. */
  memberNumber: z.int().nullable(),
  memberStatus: z.string().nullable(),
  /** Null for everyone but stores. */
  storeNumber: z.int().nullable(),
  isMinor: z.boolean(),
  /** open: none is on file. first_day: can be corrected once. locked: only through the association. */
  birthdateAccess: z.enum(['open', 'first_day', 'locked']),
  /** The newest request to correct the birthdate. */
  correction: Correction.nullable(),
  /** The reader's relation to this person. */
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
  /** Null without ?profile=true. */
  profile: ProfileDetails.nullable(),
});
export type Profile = z.output<typeof Profile>;

export const Country = z.object({
  id: z.string(),
  name: z.string(),
  postalCodeRequired: z.boolean(),
  stateRequired: z.boolean(),
  hasStates: z.boolean(),
  /** An example postal code for the field's hint. */
  postalCodeExample: z.string().nullable(),
});
export type Country = z.output<typeof Country>;

export const State = z.object({ stateId: z.string(), name: z.string() });
export type State = z.output<typeof State>;

export const profileEndpoints = defineEndpoints('global', {
  'GET profiles/{affiliateId}': {
    summary:
      'Returns name, birthdate, gender and address of the caller or a child; staff can read every profile. Access to another person’s profile is logged.',
    access: 'signedIn',
    params: AffiliateParams,
    query: z.object({ profile: z.enum(['true', 'false']).optional() }),
    output: Profile,
  },
  'POST profiles/{affiliateId}/MailingAddress': {
    summary: 'Sets the mailing address. State and postal code must match the country.',
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
    summary: 'Lists all countries with their localized names and address requirements.',
    access: 'anyone',
    query: z.object({ culture }),
    output: z.array(Country),
  },
  'GET Countries/{id}/States': {
    summary: 'Lists the states or provinces of a country; empty if its addresses have none.',
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

export const photoEndpoints = defineEndpoints('certifications', {
  'POST certifications/photos/getphoto': {
    summary: 'Returns the newest photo as JPEG to the person, a guardian or staff; `photoId` selects another one.',
    access: 'signedIn',
    kind: 'read',
    body: z.object({ affiliateId: z.int(), photoId: z.uuid().optional() }),
    output: z.custom<Blob>(),
  },
  'POST certifications/photos/upload': {
    summary: 'Uploads a new photo, JPG or PNG of at most 4.5 MB, which staff approve. `affiliateId` is for a child.',
    access: 'signedIn',
    // The picture is processed before the transaction is opened, so no connection is held during it.
    kind: 'read',
    upload: { field: 'imageFile', maxBytes: photoMaxBytes },
    /** The crop is in pixels of the picture with its orientation applied; without it the middle is used. */
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
    summary: 'Removes the photo, including the approved one on cards.',
    access: 'signedIn',
    params: AffiliateParams,
    output: z.null(),
  },
  'GET certifications/photos/pending': {
    summary: 'Lists the photos that need approval, oldest first.',
    access: ['staff'],
    query: QueuePage,
    output: z.object({ total: z.int(), items: z.array(PhotoInQueue) }),
  },
  'POST certifications/photos/{affiliateId}/decision': {
    summary: 'Approves or rejects the photo with that id; a rejection needs a reason.',
    access: ['staff'],
    params: AffiliateParams,
    body: z.discriminatedUnion('status', [
      z.object({ photoId: z.uuid(), status: z.literal('approved') }),
      z.object({ photoId: z.uuid(), status: z.literal('rejected'), reason: longText(500).min(1) }),
    ]),
    output: PhotoState,
  },
});

export const userEndpoints = defineEndpoints('account', {
  'PUT user/update/{email}': {
    summary: 'Updates name, birthdate and gender. The email identifies the person and can’t be changed.',
    access: 'signedIn',
    params: z.object({ email: z.string().max(254) }),
    body: z.object({
      affiliateId: z.int(),
      firstName: text(100).min(1, 'account.first_name.missing'),
      lastName: text(100),
      middleName: text(100).default(''),
      /** A birthdate on file can't be changed, apart from one correction within 24 hours of sign-up. */
      birthDate: Birthdate.nullable(),
      gender: z.enum(genders).nullable(),
      clientId: z.string().max(200).nullish(),
      version,
    }),
    output: z.object({ version: z.int() }),
  },
  'PUT user/update/phone/{email}': {
    summary: 'Updates the phone number and sends the change to the sync queue. An empty number removes it.',
    access: 'signedIn',
    params: z.object({ email: z.string().max(254) }),
    body: z.object({ affiliateId: z.int(), phoneNumber: z.string().trim().max(40), version }),
    output: z.object({ phoneNumber: z.string().nullable(), version: z.int() }),
  },
  'POST sync-queue': {
    summary: 'The built-in sync queue. Authorized by the header x-api-key; an event is accepted once.',
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
    summary: 'Lists the children whose pages the signed-in person may open.',
    access: 'signedIn',
    output: z.array(z.object({ affiliateId: z.int(), fullName: z.string(), firstName: z.string() })),
  },
});
