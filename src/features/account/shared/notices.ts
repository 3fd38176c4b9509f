import { defineNotices } from '../../notifications/shared/notice.ts';

const everywhere = { portal: true, mail: true };

/** What the account tells people. What touches how they sign in, or their end, cannot be turned off. */
export const accountNotices = defineNotices({
  photoApproved: {
    kind: 'account.photo_approved',
    template: 'account.mail.photo_approved',
    icon: 'photo',
    channels: everywhere,
    usual: everywhere,
  },
  photoRejected: {
    kind: 'account.photo_rejected',
    template: 'account.mail.photo_rejected',
    icon: 'photo',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
  },
  passwordChanged: {
    kind: 'account.password_changed',
    template: 'account.mail.password_changed',
    icon: 'lock',
    channels: everywhere,
    usual: everywhere,
    isRequired: true,
  },
  passkeyAdded: {
    kind: 'account.passkey_added',
    template: 'account.mail.passkey_added',
    icon: 'lock',
    channels: everywhere,
    usual: everywhere,
    isRequired: true,
  },
  passkeyRemoved: {
    kind: 'account.passkey_removed',
    template: 'account.mail.passkey_removed',
    icon: 'lock',
    channels: everywhere,
    usual: everywhere,
    isRequired: true,
  },
  childPasswordChanged: {
    kind: 'account.child_password_changed',
    template: 'account.mail.child_password_changed',
    icon: 'lock',
    channels: everywhere,
    usual: everywhere,
    isRequired: true,
  },
  childPasskeyRemoved: {
    kind: 'account.child_passkey_removed',
    template: 'account.mail.child_passkey_removed',
    icon: 'lock',
    channels: everywhere,
    usual: everywhere,
    isRequired: true,
  },
  exportReady: {
    kind: 'account.export_ready',
    template: 'account.mail.export_ready',
    icon: 'download',
    channels: everywhere,
    usual: everywhere,
  },
  exportFailed: {
    kind: 'account.export_failed',
    template: 'account.mail.export_failed',
    icon: 'download',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
  },
  deletionRequested: {
    kind: 'account.deletion_requested',
    template: 'account.mail.deletion_requested',
    icon: 'account',
    needsYou: true,
    channels: everywhere,
    usual: everywhere,
    isRequired: true,
  },
  deletionCancelled: {
    kind: 'account.deletion_cancelled',
    template: 'account.mail.deletion_cancelled',
    icon: 'account',
    channels: everywhere,
    usual: everywhere,
    isRequired: true,
  },
});
