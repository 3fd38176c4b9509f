import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { emailLanguages } from './rules.ts';

export const fail = defineErrors({
  /** Another page has saved meanwhile; one entry for each field that differs. */
  'preferences.stale': 409,
  'preferences.exists': 409,
  'preferences.unknown_field': 400,
});

const AffiliateId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const language = z.enum(emailLanguages);
/** What the page had when it was filled in, 0 before the first choice. Without it nothing is compared. */
const version = z.int().min(0).optional();

/** One choice that was made, and when the mailing began to go by it. */
const Choice = z.object({
  subject: z.enum(['communications', 'thirdParty', 'communicationLanguage']),
  value: z.string(),
  at: z.string(),
  /** Whether the person did it, the one who asks for them, somebody else for them, or whoever held the link. */
  by: z.enum(['self', 'caller', 'other', 'link']),
  how: z.enum(['preference-center', 'unsubscribe-page', 'one-click', 'recipient-api', 'sign-up']),
  textVersion: z.string(),
  effectiveAt: z.string().nullable(),
});
export type Choice = z.output<typeof Choice>;

/**
 * The flag of the association's own letters is called `{product}Communications` after the brand, so its key is not
 * known here: it is the one boolean beside those that are.
 */
export const Preference = z
  .object({
    id: z.string(),
    thirdParty: z.boolean(),
    communicationLanguage: language,
    /** 0 and null before the first choice. */
    version: z.int(),
    updatedAt: z.string().nullable(),
    /** Newest first, at most fifty. Not told by a link alone. */
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

export const preferencesCalls = defineEndpoints('preferences', {
  'GET preference/{affiliateId}': {
    summary: 'What a person wants to hear of, with every choice made so far; null before the first.',
    access: 'signedIn',
    params: z.object({ affiliateId: AffiliateId }),
    output: Preference.nullable(),
  },
  'POST preference': {
    summary: 'The first choice of a person. `affiliateId` is for a child; without it, oneself.',
    access: 'signedIn',
    body: z
      .object({ affiliateId: z.int().optional(), thirdParty: z.boolean(), communicationLanguage: language })
      .catchall(z.boolean()),
    output: Preference,
  },
  'PUT preference/{id}': {
    summary: 'Changes the choices; each change is kept as a record of consent.',
    access: 'signedIn',
    params: z.object({ id: z.uuid() }),
    body: PreferenceBody,
    output: Preference,
  },
  'GET unsubscribe/{global_uid}': {
    summary: 'The choices of whom a link is for. Changes nothing.',
    access: 'anyone',
    params: z.object({ global_uid: z.uuid() }),
    output: Preference,
  },
  'POST unsubscribe': {
    summary:
      'By a link, without sign-in: `id` is the global_uid. With only {product}Communications false it unsubscribes; with the full preference it saves that.',
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
    summary: 'The languages in which we write to people of this affiliate type.',
    access: 'anyone',
    params: z.object({ affiliateType: z.coerce.number().int().min(1).max(9) }),
    output: z.array(z.object({ ietfLanguageTag: language, name: z.string() })),
  },
  'GET recipient': {
    summary: 'What the mailing goes by now.',
    access: 'anyone',
    query: z.object({ global_uid: z.uuid() }),
    output: Recipient,
  },
  'POST recipient': {
    summary: 'Sets what the mailing goes by, key by key; it takes effect within 24 hours.',
    access: 'anyone',
    body: Recipient,
    output: Recipient,
  },
});

const LinkedKind = z.object({ global_uid: z.uuid(), kind: z.string().max(100) });
const MailChoice = z.object({ kind: z.string(), title: z.string(), byMail: z.boolean() });

/** The link in a mail about one kind of news. */
export const mailChoiceCalls = defineEndpoints('preferences', {
  'GET unsubscribe/{global_uid}/notifications/{kind}': {
    summary: 'Whether a kind of news comes by mail to whom a link is for. Changes nothing.',
    access: 'anyone',
    params: LinkedKind,
    output: MailChoice,
  },
  'POST unsubscribe/{global_uid}/notifications/{kind}': {
    summary: 'By the link of such a mail, without sign-in: no more of them, or again.',
    access: 'anyone',
    params: LinkedKind,
    body: z.object({ byMail: z.boolean() }),
    output: MailChoice,
  },
});
