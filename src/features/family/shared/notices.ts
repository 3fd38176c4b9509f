import { defineNotices } from '#features/notifications/shared/notice.ts';

const allChannels = { portal: true, mail: true };
/** Changes of guardianship are announced to everyone concerned, so these notices can't be turned off. */
const required = { icon: 'account', channels: allChannels, usual: allChannels, isRequired: true } as const;

/** Values of every notice: child, guardian. */
export const familyNotices = defineNotices({
  /** The invitation link is sent by mail only, because others may see the portal's notifications. */
  guardianAsked: {
    kind: 'family.guardian_asked',
    template: 'family.mail.guardian_asked',
    icon: 'account',
    needsYou: true,
    channels: { portal: true, mail: false },
    usual: { portal: true, mail: false },
    audience: ['person'],
  },
  guardianAdded: {
    kind: 'family.guardian_added',
    template: 'family.mail.guardian_added',
    ...required,
    audience: ['guardian', 'minor'],
  },
  /** Sent to the other guardians. */
  childGuardianAdded: {
    kind: 'family.child_guardian_added',
    template: 'family.mail.child_guardian_joined',
    ...required,
    audience: ['guardian', 'minor'],
  },
  guardianRemoved: {
    kind: 'family.guardian_removed',
    template: 'family.mail.guardian_removed',
    ...required,
    audience: ['guardian', 'minor'],
  },
  childGuardianRemoved: {
    kind: 'family.child_guardian_removed',
    template: 'family.mail.child_guardian_removed',
    ...required,
    audience: ['guardian', 'minor'],
  },
  /** Sent to the former guardian. */
  guardianEnded: {
    kind: 'family.guardian_ended',
    template: 'family.mail.guardian_unlinked',
    ...required,
    audience: ['person'],
  },
  /** Sent to the child and the remaining guardians: the former guardian set the child's password. Values: isOwn. */
  passwordCleared: {
    kind: 'family.password_cleared',
    template: 'family.mail.password_cleared',
    ...required,
    needsYou: true,
    audience: ['guardian', 'minor'],
  },
  /** Sent to the other guardians, who can veto it. Values: email, time. */
  inviteProposed: {
    kind: 'family.invite_proposed',
    template: 'family.mail.invite_proposed',
    ...required,
    needsYou: true,
    audience: ['guardian', 'minor'],
  },
  /** Values: email. */
  inviteVetoed: {
    kind: 'family.invite_vetoed',
    template: 'family.mail.invite_vetoed',
    ...required,
    audience: ['guardian', 'minor'],
  },
  /** Values: email. */
  inviteByStaff: {
    kind: 'family.invite_by_staff',
    template: 'family.mail.invite_by_staff',
    ...required,
    audience: ['guardian', 'minor'],
  },
  /** Sent to a guardian whom another one asks to step down. */
  removalRequested: {
    kind: 'family.removal_requested',
    template: 'family.mail.removal_requested',
    ...required,
    needsYou: true,
    audience: ['guardian', 'minor'],
  },
  removalDeclined: {
    kind: 'family.removal_declined',
    template: 'family.mail.removal_declined',
    ...required,
    audience: ['guardian', 'minor'],
  },
  /** Sent to a former guardian after a review. */
  removalUpheld: {
    kind: 'family.removal_upheld',
    template: 'family.mail.removal_upheld',
    ...required,
    audience: ['person'],
  },
  /** Values: day. */
  handoverSoon: {
    kind: 'family.handover_soon',
    template: 'family.mail.handover_soon',
    ...required,
    audience: ['guardian', 'minor'],
  },
  childHandoverSoon: {
    kind: 'family.child_handover_soon',
    template: 'family.mail.child_handover_soon',
    ...required,
    audience: ['guardian', 'minor'],
  },
  handoverDone: {
    kind: 'family.handover_done',
    template: 'family.mail.handover_done',
    ...required,
    audience: ['person'],
  },
  childHandoverDone: {
    kind: 'family.child_handover_done',
    template: 'family.mail.child_handover_done',
    ...required,
    audience: ['person'],
  },
  /** Sent to the guardians of a person without an email address; the link is sent by mail only. */
  handoverLink: {
    kind: 'family.handover_link',
    template: 'family.mail.handover_link',
    icon: 'account',
    needsYou: true,
    channels: { portal: true, mail: false },
    usual: { portal: true, mail: false },
    isRequired: true,
    audience: ['guardian', 'minor'],
  },
});
