import * as z from 'zod';
import { defineEndpoints, defineGraphql } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { locales } from '#platform/shared/locale.ts';
import { unitSystems } from '#domain/units.ts';

const Unit = z.enum(unitSystems);

export const UserAttributes = z.object({
  affiliate_id: z.int(),
  affiliate_type_id: z.int(),
  email: z.string().nullable(),
  given_name: z.string(),
  middle_name: z.string(),
  family_name: z.string(),
  birthdate: z.string().nullable(),
  gender: z.string().nullable(),
  language: z.string(),
  global_uuid: z.string(),
  unit: Unit,
});
export type UserAttributes = z.output<typeof UserAttributes>;

/** The session of this browser, with the short-lived token that the page stores in memory only. */
export const Session = z.object({
  sub: z.string(),
  email: z.string().nullable(),
  logout: z.boolean(),
  token: z.string(),
  token_expires_at: z.string(),
  /** When the account will be deleted, if that was requested. */
  deletion_due_at: z.string().nullable(),
  /** Whether the person has a course, which the menu depends on. */
  has_courses: z.boolean(),
  /** If false, the page asks for the mailed code before a step that needs a verified address. */
  email_verified: z.boolean(),
  user: UserAttributes,
});
export type Session = z.output<typeof Session>;

export const EndedSession = z.object({
  sub: z.string(),
  email: z.string().nullable(),
  logout: z.boolean(),
  /** The address that signs the browser out of the account service. Null for other tabs. */
  redirect_uri: z.string().nullable(),
});
export type EndedSession = z.output<typeof EndedSession>;

export const TokenOwner = z.object({
  given_name: z.string(),
  family_name: z.string(),
  /** Recognizable to the owner without revealing the address: d•••@demo.test. */
  masked_email: z.string().nullable(),
  /** The person signed in on this browser: none, the token's owner, or another person with `signed_in_name`. */
  browser: z.enum(['nobody', 'owner', 'other']),
  signed_in_name: z.string().nullable(),
});
export type TokenOwner = z.output<typeof TokenOwner>;

export const fail = defineErrors({
  'account.token_taken': 401,
  'account.wrong_api_key': 401,
  'account.other_session': 409,
  /** No one is signed in, and `replace` doesn't say that the person has agreed to be. */
  'account.link_unconfirmed': 409,
  /** One entry for each field that was changed elsewhere since; `now` is the current value. */
  'account.stale': 409,
  /** A birthdate on file changes through staff, or with a document that staff approve. */
  'account.birthdate_on_file': 403,
  /** A guardian cannot become a minor. */
  'account.birthdate_guardian': 409,
  /** Staff can't decide about their own or their child's birthdate. */
  'account.own_birthdate': 403,
  'account.correction_open': 409,
  'account.correction_decided': 409,
  'account.correction_same': 422,
  'account.document_type': 415,
  'account.document_unusable': 422,
  'account.unknown_country': 422,
  'account.unknown_state': 422,
  'account.postal_code_missing': 422,
  'account.postal_code_wrong': 422,
  'account.state_missing': 422,
  'account.phone_wrong': 422,
  'account.photo_type': 415,
  'account.photo_damaged': 422,
  'account.photo_animated': 422,
  'account.photo_pixels': 422,
  'account.photo_crop': 422,
  'account.photo_decided': 409,
  'account.password_elsewhere': 409,
  /** An external issuer verifies addresses, and reports it at the sign-in. */
  'account.email_elsewhere': 409,
  /** The account has data that must not be lost. */
  'account.not_empty': 409,
  'account.email_unchanged': 422,
  'account.passkey_refused': 422,
  'account.passkeys_full': 409,
  'account.code_wrong': 422,
  'account.code_used': 422,
  /** The setup was started too long ago. */
  'account.factor_expired': 410,
  /** Staff keep at least one second factor. */
  'account.factor_required': 409,
  'account.no_factor': 409,
  'account.export_running': 409,
  'account.download_expired': 410,
  'account.deletion_requested': 409,
  /** A minor would be left without a guardian who signs for them. */
  'account.only_guardian': 409,
});

export const sessionApi = defineGraphql({
  types: { Session, EndedSession, TokenOwner, UserAttributes, Unit },
  queries: {
    querySession: {
      summary: 'Returns the session of this browser, or null. Authorized by the session cookie.',
      access: 'anyone',
      output: Session.nullable(),
      returnsSecret: true,
    },
    queryTokenOwner: {
      summary:
        'Returns the account of a bearer token that came by a link, and whether it would change who is signed in. Changes nothing.',
      access: 'anyone',
      args: z.object({ token: z.string().max(4_000) }),
      output: TokenOwner,
    },
  },
  mutations: {
    createSession: {
      summary:
        'Returns a new token for the session of this browser. With a bearer token that came by a link, creates a session from it: the token is accepted once, and the session ends with the one it came from. In a browser it changes who is signed in only if `replace` is true.',
      access: 'anyone',
      args: z.object({ token: z.string().max(4_000).nullish(), replace: z.boolean().nullish() }),
      output: Session.nullable(),
      returnsSecret: true,
    },
    deleteSession: {
      summary: 'Signs this browser out of the portal. The returned URL signs out of the account service.',
      access: 'anyone',
      output: EndedSession.nullable(),
    },
  },
  subscriptions: {
    onDeleteSession: {
      summary: 'Notifies every open tab of this browser that its session has ended.',
      access: 'signedIn',
      output: EndedSession,
    },
  },
});

const culture = z.enum(locales);
const Translation = z.object({ key: z.string(), culture, value: z.string().nullable() });

export const globalEndpoints = defineEndpoints('global', {
  'GET SupportedLanguages': {
    summary: 'Lists the languages of the interface, each with its own name.',
    access: 'anyone',
    output: z.array(z.object({ ietfLanguageTag: culture, name: z.string(), direction: z.enum(['ltr', 'rtl']) })),
  },
  'GET translations/translate': {
    summary: 'Returns the text of a message, with en-US as a fallback.',
    access: 'anyone',
    query: z.object({ key: z.string().min(1).max(200), culture }),
    output: Translation,
  },
  'GET translations/translate/batch': {
    summary: 'Returns up to 200 messages: keys[0]=…&keys[1]=…&culture=….',
    access: 'anyone',
    query: z.looseObject({ culture }),
    output: z.array(Translation),
  },
});

const UnitSetting = z.object({ affiliate_id: z.int(), unit: Unit });

/** Settings that are applied on all devices. */
export const Settings = z.object({ language: z.string(), unit: Unit });
export type Settings = z.output<typeof Settings>;

export const settingsApi = defineGraphql({
  types: { UnitSetting, Settings },
  queries: {
    unitSetting: {
      summary: 'Returns the caller’s or a child’s units: Metric or Imperial.',
      access: 'signedIn',
      args: z.object({ affiliate_id: z.int() }),
      output: UnitSetting,
    },
  },
  mutations: {
    upsertUnit: {
      summary: 'Sets the units and notifies open pages on every device.',
      access: 'signedIn',
      args: z.object({ affiliate_id: z.int(), unit: Unit }),
      output: UnitSetting,
    },
  },
  subscriptions: {
    onUpdateSettings: {
      summary: 'Notifies every open page of the signed-in person of changed language or units.',
      access: 'signedIn',
      output: Settings,
    },
  },
});

export const accountEndpoints = defineEndpoints('account', {
  'PUT user/update/language/{email}': {
    summary:
      'Sets the language of the signed-in person. The email must be their own, or their affiliate id if they have none.',
    access: 'signedIn',
    params: z.object({ email: z.string().max(254) }),
    body: z.object({ userName: z.string().max(254), languageCode: culture }),
    output: z.null(),
  },
});
