import { defineNotices } from '#features/notifications/shared/notice.ts';

const everywhere = { portal: true, mail: true };
const usual = { icon: 'club', channels: everywhere, usual: everywhere, audience: ['person'] } as const;

/** The club's notifications. All have the value club, and most a date. */
export const clubNotices = defineNotices({
  trialBegan: { ...usual, kind: 'club.trial_began', template: 'club.mail.trial_began' },
  /** Also the receipt. Values: price. */
  joined: { ...usual, kind: 'club.joined', template: 'club.mail.joined', isTransactional: true },
  /** Required, because a card will be charged. Values: days, price, digits. */
  renewsSoon: { ...usual, kind: 'club.renews_soon', template: 'club.mail.renews_soon', isRequired: true },
  /** Values: days, kind (trial or year). */
  endsSoon: { ...usual, kind: 'club.ends_soon', template: 'club.mail.ends_soon' },
  /** Also the receipt. Values: price. */
  renewed: { ...usual, kind: 'club.renewed', template: 'club.mail.renewed', isTransactional: true },
  /** Values: price, digits; the date is that of the next attempt. */
  declined: { ...usual, kind: 'club.declined', template: 'club.mail.declined', needsYou: true, isRequired: true },
  /** The payment was made, but the year was no longer available. Values: price. */
  returned: { ...usual, kind: 'club.returned', template: 'club.mail.returned', isRequired: true },
  /** Values: kind (trial or year). */
  expired: { ...usual, kind: 'club.expired', template: 'club.mail.expired' },
  giftBegan: { ...usual, kind: 'club.gift_began', template: 'club.mail.gift_began' },
  /** Values: level. */
  eCardRedeemed: { ...usual, kind: 'club.ecard_redeemed', template: 'club.mail.ecard_redeemed' },
});
