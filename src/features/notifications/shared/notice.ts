/** The picture beside a notification. */
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
 * Something the portal tells people. Each area declares its own in `shared/notices.ts`; `app/notices.ts` lists them all.
 * The words are the messages `<template>.name` and `<template>.message`, and for the mail `.subject`, `.body`, `.action`.
 */
export interface Notice {
  kind: string;
  template: string;
  icon: NoticeIcon;
  /** Whether it asks something of the person: drawn in coral. */
  needsYou?: boolean;
  channels: { portal: boolean; mail: boolean };
  /** What holds until somebody chooses. */
  usual: { portal: boolean; mail: boolean };
  /** The law, or the person's own safety, wants it told. */
  isRequired?: boolean;
}

/** Keeps the kinds as literal names, so that a wrong one does not compile. */
export function defineNotices<const Notices extends Record<string, Notice>>(notices: Notices): Notices {
  return notices;
}

/** Where a notice goes: what it can, what the person chose, and everything where it must be told. */
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
