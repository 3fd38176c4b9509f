import { defineNotices } from '#features/notifications/shared/notice.ts';

const allChannels = { portal: true, mail: true };
const usual = { icon: 'sign', channels: allChannels, usual: allChannels } as const;

/** What forms tell people. Every one has the values diver (a name), packet (which forms) and, of signed forms, whose (you or other). */
export const formNotices = defineNotices({
  /** To guardians: a child's forms wait for them. */
  guardianWanted: {
    ...usual,
    kind: 'forms.guardian_wanted',
    template: 'forms.mail.guardian_wanted',
    needsYou: true,
    isRequired: true,
  },
  /** To the child: a guardian has signed. Values: guardian. */
  diverWanted: { ...usual, kind: 'forms.diver_wanted', template: 'forms.mail.diver_wanted', needsYou: true },
  /** To the diver and the guardians: all have signed. */
  signed: { ...usual, kind: 'forms.signed', template: 'forms.mail.signed' },
  /** The same, and a physician has to be seen. */
  physicianNeeded: {
    ...usual,
    kind: 'forms.physician_needed',
    template: 'forms.mail.physician_needed',
    needsYou: true,
  },
  /** To the store and the professional whom it names. */
  received: { ...usual, kind: 'forms.received', template: 'forms.mail.received' },
  /** To the diver, the guardians, and whom it names. */
  approved: { ...usual, icon: 'verified', kind: 'forms.approved', template: 'forms.mail.cleared' },
  refused: { ...usual, icon: 'returned', kind: 'forms.refused', template: 'forms.mail.not_cleared' },
  /** To the diver and the guardians: a physician has approved, and it is to be confirmed. */
  physicianResponded: { ...usual, kind: 'forms.physician_responded', template: 'forms.mail.physician_responded' },
  /** To whom it names and who is not of the family, otherwise to the desk: a physician's approval to confirm. */
  clearanceToConfirm: {
    ...usual,
    kind: 'forms.clearance_to_confirm',
    template: 'forms.mail.clearance_to_confirm',
    needsYou: true,
  },
  /** To the diver and the guardians: it was not confirmed. The form's own page says why. */
  clearanceDeclined: {
    ...usual,
    icon: 'returned',
    kind: 'forms.clearance_declined',
    template: 'forms.mail.clearance_declined',
    needsYou: true,
  },
  /** To whom it names, otherwise to the desk: a physician's page to review. */
  pageUploaded: { ...usual, kind: 'forms.page_uploaded', template: 'forms.mail.page_uploaded', needsYou: true },
  /** To the diver and the guardians: it could not be read. Why may be medical: the form's own page says it. */
  pageUnclear: {
    ...usual,
    icon: 'returned',
    kind: 'forms.page_unclear',
    template: 'forms.mail.page_unclear',
    needsYou: true,
  },
  /** To the diver and the guardians: forms end soon. Values: date. */
  ending: { ...usual, kind: 'forms.ending', template: 'forms.mail.ending' },
});
