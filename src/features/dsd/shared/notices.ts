import { defineNotices } from '#features/notifications/shared/notice.ts';

const allChannels = { portal: true, mail: true };

/** The notifications of the Discover Scuba Diving program. */
export const dsdNotices = defineNotices({
  /** Sent to the store or professional when the guest may dive. Values: diver. */
  guestReady: {
    kind: 'dsd.guest_ready',
    template: 'dsd.mail.guest_ready',
    icon: 'dive',
    channels: allChannels,
    usual: allChannels,
    audience: ['professional', 'store'],
  },
  /** Sent to the guest after the dive. Values: by (the store or professional). */
  processed: {
    kind: 'dsd.processed',
    template: 'dsd.mail.processed',
    icon: 'dive',
    channels: allChannels,
    usual: allChannels,
    audience: ['person'],
  },
});
