import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { emailLanguages } from './rules.ts';

export const fail = defineErrors({
  /** Another page has saved in the meantime; one entry for each field that differs. */
  'preferences.stale': 409,
  'preferences.exists': 409,
  'preferences.unknown_field': 400,
});

const AffiliateId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const language = z.enum(emailLanguages);
/** The version that the page was loaded with, 0 before the first choice. Without it nothing is compared. */
const version = z.int().min(0).optional();

/** One choice and the time when it took effect. */
const Choice = z.object({
  subject: z.enum(['communications', 'thirdParty', 'communicationLanguage']),
  value: z.string(),
  at: z.string(),
  /** Chosen by the person, by the caller on their behalf, by someone else on their behalf, or by link. */
  by: z.enum(['self', 'caller', 'other', 'link']),
  how: z.enum(['preference-center', 'unsubscribe-page', 'one-click', 'recipient-api', 'sign-up']),
  textVersion: z.string(),
  effectiveAt: z.string().nullable(),
});
export type Choice = z.output<typeof Choice>;

/**
 * The newsletter flag is named `{product}Communications` after the brand, so its key is not known here: it is the one
 * boolean besides the named ones.
 */
export const Preference = z
  .object({
    id: z.string(),
    thirdParty: z.boolean(),
    communicationLanguage: language,
    /** 0 and null before the first choice. */
    version: z.int(),
    updatedAt: z.string().nullable(),
    /** Newest first, at most 50. Empty when read by link. */
    choices: z.array(Choice),
  })
  .catchall(z.boolean());
export type Preference = z.output<typeof Preference>;

const PreferenceBody = z
  .object({ id: z.uuid(), thirdParty: z.boolean(), communicationLanguage: language, version })
  .catchall(z.boolean());

const status = z.enum(['OptIn', 'OptOut']);
const RecipientPreference = z.object({
  key: z.string().max(80),
  status,
  optInQualifier: z.string().max(80).nullish(),
  optOutReason: z.string().max(80).nullish(),
});
export const Recipient = z.object({
  keys: z.object({ global_uid: z.uuid() }),
  preferences: z.array(RecipientPreference).max(10),
});
export type Recipient = z.output<typeof Recipient>;

export const preferencesEndpoints = defineEndpoints('preferences', {
  'GET preference/{affiliateId}': {
    summary: 'Returns a person’s email preferences with their history, or null before the first choice.',
    access: 'signedIn',
    params: z.object({ affiliateId: AffiliateId }),
    output: Preference.nullable(),
  },
  'POST preference': {
    summary: 'Stores the first choice. `affiliateId` names a child; the default is the user.',
    access: 'signedIn',
    body: z
      .object({ affiliateId: z.int().optional(), thirdParty: z.boolean(), communicationLanguage: language })
      .catchall(z.boolean()),
    output: Preference,
  },
  'PUT preference/{id}': {
    summary: 'Changes the choices; each change adds a consent record.',
    access: 'signedIn',
    params: z.object({ id: z.uuid() }),
    body: PreferenceBody,
    output: Preference,
  },
  'GET unsubscribe/{global_uid}': {
    summary: 'Returns the choices of a link’s owner. Changes nothing.',
    access: 'anyone',
    params: z.object({ global_uid: z.uuid() }),
    output: Preference,
  },
  'POST unsubscribe': {
    summary:
      'Changes the choices by link, without sign-in: `id` is the global_uid. With only {product}Communications false it unsubscribes; with the full preference it saves that.',
    access: 'anyone',
    body: z
      .object({
        id: z.uuid(),
        sfm_jobid: z.string().max(100).nullish(),
        thirdParty: z.boolean().optional(),
        communicationLanguage: language.optional(),
        version,
      })
      .catchall(z.boolean()),
    output: Preference,
  },
  'GET MarketingLanguage/{affiliateType}': {
    summary: 'Lists the email languages for this affiliate type.',
    access: 'anyone',
    params: z.object({ affiliateType: z.coerce.number().int().min(1).max(9) }),
    output: z.array(z.object({ ietfLanguageTag: language, name: z.string() })),
  },
  'GET recipient': {
    summary: 'Returns the choices in effect.',
    access: 'anyone',
    query: z.object({ global_uid: z.uuid() }),
    output: Recipient,
  },
  'POST recipient': {
    summary: 'Sets choices by key; they take effect within 24 hours.',
    access: 'anyone',
    body: Recipient,
    output: Recipient,
  },
});

const LinkedKind = z.object({ global_uid: z.uuid(), kind: z.string().max(100) });
const MailChoice = z.object({ kind: z.string(), title: z.string(), byMail: z.boolean() });

/** The link in a mail about one kind of notification. */
export const mailChoiceEndpoints = defineEndpoints('preferences', {
  'GET unsubscribe/{global_uid}/notifications/{kind}': {
    summary: 'Returns whether a link’s owner gets a kind of notification by email. Changes nothing.',
    access: 'anyone',
    params: LinkedKind,
    output: MailChoice,
  },
  'POST unsubscribe/{global_uid}/notifications/{kind}': {
    summary: 'Turns these emails off or on by link, without sign-in.',
    access: 'anyone',
    params: LinkedKind,
    body: z.object({ byMail: z.boolean() }),
    output: MailChoice,
  },
});
