import { defineNotices } from '#features/notifications/shared/notice.ts';

const everywhere = { portal: true, mail: true };
const usual = { icon: 'order', channels: everywhere, usual: everywhere } as const;

/** What payments tell people, whatever they were for. Values: amount, and what was paid for. */
export const paymentNotices = defineNotices({
  /** To who is owed it. Values: isTheirs, whether something that was taken for it is theirs again. */
  notReturned: { ...usual, kind: 'payments.not_returned', template: 'payments.mail.not_returned', isRequired: true },
  /** To the desk. Values: buyer. */
  returnRefused: {
    ...usual,
    kind: 'payments.return_refused',
    template: 'payments.mail.return_refused',
    needsYou: true,
  },
});
