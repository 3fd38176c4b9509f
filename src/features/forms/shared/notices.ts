import { defineNotices } from '#features/notifications/shared/notice.ts';

const allChannels = { portal: true, mail: true };
const usual = { icon: 'sign', channels: allChannels, usual: allChannels } as const;
/** Mails about signatures and medical decisions. */
const transactional = { ...usual, isTransactional: true } as const;

/**
 * The notifications about forms. All have the values diver (a name) and packet; those about signed forms also have
 * whose (you or other).
 */
export const formNotices = defineNotices({
  /** Sent to guardians when their signature is missing. */
  guardianWanted: {
    ...usual,
    kind: 'forms.guardian_wanted',
    template: 'forms.mail.guardian_wanted',
    needsYou: true,
    isRequired: true,
    audience: ['guardian'],
  },
  /** Sent to the child when a guardian has signed. Values: guardian. */
  diverWanted: {
    ...transactional,
    kind: 'forms.diver_wanted',
    template: 'forms.mail.diver_wanted',
    needsYou: true,
    audience: ['minor'],
  },
  /** Sent to the diver and guardians when all have signed. */
  signed: { ...transactional, kind: 'forms.signed', template: 'forms.mail.signed', audience: ['person'] },
  /** Sent instead of `signed` if a physician is needed. */
  physicianNeeded: {
    ...transactional,
    kind: 'forms.physician_needed',
    template: 'forms.mail.physician_needed',
    needsYou: true,
    audience: ['person'],
  },
  /** Sent to the named store and professional. */
  received: { ...usual, kind: 'forms.received', template: 'forms.mail.received', audience: ['professional', 'store'] },
  /** Sent to the diver, the guardians, and those named on the form. */
  approved: { ...transactional, icon: 'verified', kind: 'forms.approved', template: 'forms.mail.cleared' },
  refused: { ...transactional, icon: 'returned', kind: 'forms.refused', template: 'forms.mail.not_cleared' },
  /** Sent to the diver and guardians when an approval is to be confirmed. */
  physicianResponded: {
    ...transactional,
    kind: 'forms.physician_responded',
    template: 'forms.mail.physician_responded',
    audience: ['person'],
  },
  /** Sent to those named on the form outside the family, otherwise to the desk. */
  clearanceToConfirm: {
    ...usual,
    kind: 'forms.clearance_to_confirm',
    template: 'forms.mail.clearance_to_confirm',
    needsYou: true,
    audience: ['professional', 'store', 'staff'],
  },
  /** Sent to the diver and guardians; the reason is shown on the form's page. */
  clearanceDeclined: {
    ...transactional,
    icon: 'returned',
    kind: 'forms.clearance_declined',
    template: 'forms.mail.clearance_declined',
    needsYou: true,
    audience: ['person'],
  },
  /** Sent to those named on the form, otherwise to the desk. */
  pageUploaded: {
    ...usual,
    kind: 'forms.page_uploaded',
    template: 'forms.mail.page_uploaded',
    needsYou: true,
    audience: ['professional', 'store', 'staff'],
  },
  /** Sent to the diver and guardians. The reason may be medical, so only the form's page shows it. */
  pageUnclear: {
    ...transactional,
    icon: 'returned',
    kind: 'forms.page_unclear',
    template: 'forms.mail.page_unclear',
    needsYou: true,
    audience: ['person'],
  },
  /** Sent to the diver and guardians before forms expire. Values: date. */
  ending: { ...usual, kind: 'forms.ending', template: 'forms.mail.ending', audience: ['person'] },
});
