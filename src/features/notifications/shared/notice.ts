/** The icon of a notification. */
export const noticeIcons = [
  'photo',
  'lock',
  'download',
  'account',
  'returned',
  'verified',
  'sign',
  'card',
  'course',
  'club',
  'order',
  'application',
  'dive',
  'eye',
] as const;
export type NoticeIcon = (typeof noticeIcons)[number];

/**
 * A kind of notification. Each feature declares its own in `shared/notices.ts`; `app/notices.ts` lists them all. The
 * texts are the messages `<template>.name` and `<template>.message`, and for the mail `.subject`, `.body`, `.action`.
 */
export interface Notice {
  kind: string;
  template: string;
  icon: NoticeIcon;
  /** Whether the person has to act; shown in coral. */
  needsYou?: boolean;
  channels: { portal: boolean; mail: boolean };
  /** The default channels. */
  usual: { portal: boolean; mail: boolean };
  /** Required by law or for the person's safety; it can't be turned off. */
  isRequired?: boolean;
}

/** Preserves literal types: a wrong kind does not compile. */
export function defineNotices<const Notices extends Record<string, Notice>>(notices: Notices): Notices {
  return notices;
}

/** The channels of a notice: all available ones if it is required, otherwise those chosen. */
export function resolveChannels(
  notice: Notice,
  chosen: { in_portal: boolean; by_mail: boolean } | null,
): { portal: boolean; mail: boolean } {
  const { channels, usual, isRequired } = notice;
  if (isRequired) return channels;
  return {
    portal: channels.portal && (chosen?.in_portal ?? usual.portal),
    mail: channels.mail && (chosen?.by_mail ?? usual.mail),
  };
}
