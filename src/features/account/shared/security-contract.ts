import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { shortText } from '#platform/shared/text-schemas.ts';
import { AffiliateId } from './profile-contract.ts';

const AffiliateParams = z.object({ affiliateId: AffiliateId });
const EnteredPassword = z.string().min(1, 'identity.password.invalid').max(1_024, 'identity.password.too_long');

export const Device = z.object({
  id: z.string(),
  /** Whether it is the one that asks. */
  isThis: z.boolean(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  kind: z.enum(['phone', 'tablet', 'computer', 'other']),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
});
export type Device = z.output<typeof Device>;

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  isSynced: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type Passkey = z.output<typeof Passkey>;

export const DataExport = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'ready', 'failed', 'expired']),
  progress: z.int(),
  bytes: z.int().nullable(),
  requestedAt: z.string(),
  readyAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
export type DataExport = z.output<typeof DataExport>;

export const AccountState = z.object({
  affiliateId: z.int(),
  fullName: z.string(),
  firstName: z.string(),
  email: z.string().nullable(),
  relation: z.enum(['self', 'guardian', 'staff']),
  isMinor: z.boolean(),
  /** Elsewhere: another issuer keeps the passwords, so neither they nor passkeys are managed here. */
  signsInWith: z.enum(['us', 'elsewhere']),
  devices: z.array(Device),
  passkeys: z.array(Passkey),
  /** The authenticator app, where one is set up. */
  factor: z.object({ createdAt: z.string(), recoveryCodesLeft: z.int() }).nullable(),
  /** The newest, whatever became of it. */
  export: DataExport.nullable(),
  deletion: z.object({ requestedAt: z.string(), dueAt: z.string() }).nullable(),
});
export type AccountState = z.output<typeof AccountState>;

/** A guardian gives their own password as the old one. */
const PasswordChange = z.object({
  username: z.string().max(254),
  oldPassword: EnteredPassword,
  newPassword: z.string().max(1_024, 'identity.password.too_long'),
  clientId: z.string().max(200).nullish(),
  signOutEverywhere: z.boolean().default(false),
});

const changePassword = {
  access: 'signedIn',
  // Opens its transaction itself, once the passwords are hashed.
  kind: 'read',
  body: PasswordChange,
  output: z.null(),
  bodyLimitBytes: 8_192,
} as const;

/** What the browser's own WebAuthn calls take and give; its shape is theirs. */
const Ceremony = z.record(z.string(), z.unknown());

export const securityCalls = defineEndpoints('account', {
  'POST password/change': {
    summary: 'Sets a new password for who knows the old one; on request every other device is signed out.',
    ...changePassword,
  },
  'POST legacy/password/change': { summary: 'The same, for older applications.', ...changePassword },
  'GET user/{affiliateId}/account': {
    summary: 'Everything the account page shows: devices, passkeys, the newest export, a planned deletion.',
    access: 'signedIn',
    params: AffiliateParams,
    output: AccountState,
  },
  'DELETE user/{affiliateId}/sessions/{id}': {
    summary: 'Signs one device out.',
    access: 'signedIn',
    params: AffiliateParams.extend({ id: z.uuid() }),
    output: z.null(),
  },
  'POST user/{affiliateId}/passkeys/options': {
    summary: 'Begins to add a passkey. Only for oneself.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    output: z.object({ ticket: z.string(), options: Ceremony }),
  },
  'POST user/{affiliateId}/passkeys': {
    summary: 'Adds the passkey that the browser has made.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    body: z.object({ ticket: z.string().max(200), name: shortText(60).min(1), response: Ceremony }),
    output: Passkey,
    bodyLimitBytes: 65_536,
  },
  'DELETE user/{affiliateId}/passkeys/{id}': {
    summary: 'Removes a passkey.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams.extend({ id: z.string().max(2_000) }),
    output: z.null(),
  },
});

/** What somebody is owed about their own data: all of it, and its end. */
export const personalDataCalls = defineEndpoints('account', {
  'POST user/{affiliateId}/exports': {
    summary: 'Asks for everything that is held about the person, as a zip; a mail says when it is ready.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    output: DataExport,
  },
  'GET user/{affiliateId}/exports/{id}': {
    summary: 'How far an export is.',
    access: 'signedIn',
    params: AffiliateParams.extend({ id: z.uuid() }),
    output: DataExport,
  },
  'POST user/{affiliateId}/exports/{id}/link': {
    summary: 'An address from which the zip can be downloaded once, within five minutes.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams.extend({ id: z.uuid() }),
    output: z.object({ url: z.string() }),
  },
  'GET exports/{token}': {
    summary: 'The zip itself. The single-use token is the authority.',
    access: 'anyone',
    kind: 'write',
    params: z.object({ token: z.string().max(200) }),
    output: z.custom<Blob>(),
  },
  'POST user/{affiliateId}/deletion': {
    summary: 'Asks for the account to be deleted in 14 days; the password of the one who asks proves it.',
    access: 'signedIn',
    // Opens its transaction itself, once the password is hashed.
    kind: 'read',
    params: AffiliateParams,
    /** Without one where another issuer keeps the passwords: there a sign-in of the last ten minutes proves it. */
    body: z.object({ password: EnteredPassword.optional() }),
    output: z.object({ requestedAt: z.string(), dueAt: z.string() }),
    bodyLimitBytes: 8_192,
  },
  'DELETE user/{affiliateId}/deletion': {
    summary: 'Changes one’s mind.',
    access: 'signedIn',
    params: AffiliateParams,
    output: z.null(),
  },
});
