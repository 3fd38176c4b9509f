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

/** The session of this browser, with the short-lived token that the page keeps in memory only. */
export const Session = z.object({
  sub: z.string(),
  email: z.string().nullable(),
  logout: z.boolean(),
  token: z.string(),
  token_expires_at: z.string(),
  /** When the account will be deleted, if that was asked for. */
  deletion_due_at: z.string().nullable(),
  /** Whether there is a course that the person may learn: the menu shows by it. */
  has_courses: z.boolean(),
  /** False asks the page for the code that was mailed at sign-up before a step that needs it. */
  email_verified: z.boolean(),
  user: UserAttributes,
});
export type Session = z.output<typeof Session>;

export const EndedSession = z.object({
  sub: z.string(),
  email: z.string().nullable(),
  logout: z.boolean(),
  /** Where the browser goes next, so that the account service signs out too. Only the one who signs out is told. */
  redirect_uri: z.string().nullable(),
});
export type EndedSession = z.output<typeof EndedSession>;

export const TokenOwner = z.object({
  given_name: z.string(),
  family_name: z.string(),
  /** Which the person can recognize, and nobody else learns: d•••@demo.test. */
  masked_email: z.string().nullable(),
  /** Who is signed in on this browser: nobody, the token's owner, or somebody else by this name. */
  browser: z.enum(['nobody', 'owner', 'other']),
  signed_in_name: z.string().nullable(),
});
export type TokenOwner = z.output<typeof TokenOwner>;

export const fail = defineErrors({
  'account.token_taken': 401,
  'account.wrong_api_key': 401,
  'account.other_session': 409,
  /** Nobody is signed in, and `replace` doesn't say that the person has agreed to be. */
  'account.link_unconfirmed': 409,
  /** One entry for each field that somebody else has changed meanwhile; `now` is what it is. */
  'account.stale': 409,
  /** A birthdate on file changes through staff, or with a document that staff approve. */
  'account.birthdate_on_file': 403,
  /** A guardian cannot become a minor. */
  'account.birthdate_guardian': 409,
  /** Staff do not decide about their own birthdate or that of their child. */
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
  /** Another issuer proves addresses, and says so when somebody signs in. */
  'account.email_elsewhere': 409,
  /** Something hangs on the account that must not be lost. */
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
      summary: 'The session of this browser, or null. Authorised by the session cookie.',
      access: 'anyone',
      output: Session.nullable(),
    },
    queryTokenOwner: {
      summary:
        'Whose account a bearer token that came by a link opens, and whether it would change who is signed in. Changes nothing.',
      access: 'anyone',
      args: z.object({ token: z.string().max(4_000) }),
      output: TokenOwner,
    },
  },
  mutations: {
    createSession: {
      summary:
        'A fresh token for the session of this browser, or, with a bearer token that came by a link, a session made from it; such a token is taken once, and the session ends with the one it came from. In a browser it changes who is signed in only if `replace` is true.',
      access: 'anyone',
      args: z.object({ token: z.string().max(4_000).nullish(), replace: z.boolean().nullish() }),
      output: Session.nullable(),
    },
    deleteSession: {
      summary: 'Signs this browser out of the portal; the address it returns signs out of the account service.',
      access: 'anyone',
      output: EndedSession.nullable(),
    },
  },
  subscriptions: {
    onDeleteSession: {
      summary: 'Tells every open tab of this browser that its session has ended.',
      access: 'signedIn',
      output: EndedSession,
    },
  },
});

const culture = z.enum(locales);
const Translation = z.object({ key: z.string(), culture, value: z.string().nullable() });

export const globalCalls = defineEndpoints('global', {
  'GET SupportedLanguages': {
    summary: 'The languages of the interface, each by its own name.',
    access: 'anyone',
    output: z.array(z.object({ ietfLanguageTag: culture, name: z.string(), direction: z.enum(['ltr', 'rtl']) })),
  },
  'GET translations/translate': {
    summary: 'The text of a message; one that is missing in the culture is looked up once more in en-US.',
    access: 'anyone',
    query: z.object({ key: z.string().min(1).max(200), culture }),
    output: Translation,
  },
  'GET translations/translate/batch': {
    summary: 'Up to 200 messages at once: keys[0]=…&keys[1]=…&culture=….',
    access: 'anyone',
    query: z.looseObject({ culture }),
    output: z.array(Translation),
  },
});

const UnitSetting = z.object({ affiliate_id: z.int(), unit: Unit });

/** What follows a person to every device at once. */
export const Settings = z.object({ language: z.string(), unit: Unit });
export type Settings = z.output<typeof Settings>;

export const settingsApi = defineGraphql({
  types: { UnitSetting, Settings },
  queries: {
    unitSetting: {
      summary: 'Metric or Imperial, of oneself or of a child one is guardian of.',
      access: 'signedIn',
      args: z.object({ affiliate_id: z.int() }),
      output: UnitSetting,
    },
  },
  mutations: {
    upsertUnit: {
      summary: 'Chooses the units; open pages on every device are told.',
      access: 'signedIn',
      args: z.object({ affiliate_id: z.int(), unit: Unit }),
      output: UnitSetting,
    },
  },
  subscriptions: {
    onUpdateSettings: {
      summary: 'Tells every open page of the signed-in person that language or units were changed.',
      access: 'signedIn',
      output: Settings,
    },
  },
});

export const accountCalls = defineEndpoints('account', {
  'PUT user/update/language/{email}': {
    summary:
      'The language of the interface for the signed-in person; the e-mail must be their own, or for one without their number.',
    access: 'signedIn',
    params: z.object({ email: z.string().max(254) }),
    body: z.object({ userName: z.string().max(254), languageCode: culture }),
    output: z.null(),
  },
});
