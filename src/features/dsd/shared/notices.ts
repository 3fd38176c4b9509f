import { defineNotices } from '#features/notifications/shared/notice.ts';

const allChannels = { portal: true, mail: true };

/** What Discover Scuba Diving tells people. */
export const dsdNotices = defineNotices({
  /** To the store or the professional: the guest can come. Values: diver. */
  guestReady: {
    kind: 'dsd.guest_ready',
    template: 'dsd.mail.guest_ready',
    icon: 'dive',
    channels: allChannels,
    usual: allChannels,
  },
  /** To the guest, after the dive. Values: by (the store or professional). */
  processed: {
    kind: 'dsd.processed',
    template: 'dsd.mail.processed',
    icon: 'dive',
    channels: allChannels,
    usual: allChannels,
  },
});
