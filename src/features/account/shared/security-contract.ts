import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { OpenJson, shortText } from '#platform/shared/text-schemas.ts';
import { AffiliateId } from './profile-contract.ts';

const AffiliateParams = z.object({ affiliateId: AffiliateId });
const EnteredPassword = z.string().min(1, 'identity.password.invalid').max(1_024, 'identity.password.too_long');

export const Device = z.object({
  id: z.string(),
  /** Whether it is the calling device. */
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
  /** `elsewhere`: an external issuer manages passwords and passkeys. */
  signsInWith: z.enum(['us', 'elsewhere']),
  devices: z.array(Device),
  passkeys: z.array(Passkey),
  /** The authenticator app, if one is set up. */
  factor: z.object({ createdAt: z.string(), recoveryCodesLeft: z.int() }).nullable(),
  /** The newest export, in any state. */
  export: DataExport.nullable(),
  deletion: z.object({ requestedAt: z.string(), dueAt: z.string() }).nullable(),
});
export type AccountState = z.output<typeof AccountState>;

/** A guardian enters their own password as the old one. */
const PasswordChange = z.object({
  username: z.string().max(254),
  oldPassword: EnteredPassword,
  newPassword: z.string().max(1_024, 'identity.password.too_long'),
  clientId: z.string().max(200).nullish(),
  signOutEverywhere: z.boolean().default(false),
});

const changePassword = {
  access: 'signedIn',
  // The handler opens its own transaction after the password is hashed.
  kind: 'read',
  body: PasswordChange,
  output: z.null(),
} as const;

/** Input and output of the browser's WebAuthn functions. */
const Ceremony = OpenJson;

export const securityEndpoints = defineEndpoints('account', {
  'POST password/change': {
    summary: 'Changes the password with the current one, and signs out every other device on request.',
    ...changePassword,
  },
  'POST legacy/password/change': {
    summary: 'Same as POST password/change, for older applications.',
    ...changePassword,
  },
  'GET user/{affiliateId}/account': {
    summary: 'Returns the account page’s data: devices, passkeys, the newest export, a scheduled deletion.',
    access: 'signedIn',
    params: AffiliateParams,
    output: AccountState,
  },
  'DELETE user/{affiliateId}/sessions/{id}': {
    summary: 'Signs out one device.',
    access: 'signedIn',
    params: AffiliateParams.extend({ id: z.uuid() }),
    output: z.null(),
  },
  'POST user/{affiliateId}/passkeys/options': {
    summary: 'Starts adding a passkey for the caller.',
    access: 'signedIn',
    requires: ['recentConfirmation'],
    params: AffiliateParams,
    output: z.object({ ticket: z.string(), options: Ceremony }),
  },
  'POST user/{affiliateId}/passkeys': {
    summary: 'Adds the passkey that the browser created.',
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

/** Data export and account deletion. */
export const personalDataEndpoints = defineEndpoints('account', {
  'POST user/{affiliateId}/exports': {
    summary: 'Requests a ZIP file of the person’s data. An email is sent when it’s ready.',
    access: 'signedIn',
    requires: ['verifiedEmail', 'recentConfirmation'],
    params: AffiliateParams,
    output: DataExport,
  },
  'GET user/{affiliateId}/exports/{id}': {
    summary: 'Returns the progress of an export.',
    access: 'signedIn',
    params: AffiliateParams.extend({ id: z.uuid() }),
    output: DataExport,
  },
  'POST user/{affiliateId}/exports/{id}/link': {
    summary: 'Creates a link that downloads the ZIP file once, within five minutes.',
    access: 'signedIn',
    requires: ['verifiedEmail', 'recentConfirmation'],
    params: AffiliateParams.extend({ id: z.uuid() }),
    output: z.object({ url: z.string() }),
  },
  'GET exports/{token}': {
    summary: 'Downloads the ZIP file. Authorized by the single-use token.',
    access: 'anyone',
    kind: 'write',
    params: z.object({ token: z.string().max(200) }),
    output: z.custom<Blob>(),
  },
  'POST user/{affiliateId}/deletion': {
    summary: 'Requests the deletion of the account in 14 days, with the caller’s password.',
    access: 'signedIn',
    // The handler opens its own transaction after the password is hashed.
    kind: 'read',
    params: AffiliateParams,
    /** Omitted with an external issuer: there a sign-in within the last ten minutes is the proof. */
    body: z.object({ password: EnteredPassword.optional() }),
    output: z.object({ requestedAt: z.string(), dueAt: z.string() }),
  },
  'DELETE user/{affiliateId}/deletion': {
    summary: 'Cancels the deletion of the account.',
    access: 'signedIn',
    params: AffiliateParams,
    output: z.null(),
  },
});
