import type { Money } from '#platform/shared/money.ts';
import { getRole, isInstructor, isProfessional, isStaff } from '#domain/roles.ts';

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

/** Whom a notice can reach. `person` is everyone but stores; guardians and minors are who they are today. */
export type Audience = 'person' | 'store' | 'professional' | 'instructor' | 'staff' | 'guardian' | 'minor';

export interface Reader {
  affiliateTypeId: number;
  isGuardian: boolean;
  isMinor: boolean;
}

/** The message values, stored to render a notification in another language. */
export type NoticeValues = Record<string, string | number | Money | readonly string[]>;

/**
 * A kind of notification. Each feature declares its own in `shared/notices.ts`; `app/notices.ts` lists them all. The
 * texts are the messages `<template>.name` and `<template>.message`, for the mail `.subject`, `.body`, `.action`, and for
 * the settings and the mail's footer `.title`.
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
  /** Whom it can reach; everyone if undefined. */
  audience?: readonly Audience[];
  /** Required by law or for the person's safety; it can't be turned off. */
  isRequired?: boolean;
  /** A receipt, or about signing, a medical decision or an application: its mail offers no unsubscribe link. */
  isTransactional?: boolean;
}

/** Preserves literal types: a wrong kind does not compile. */
export function defineNotices<const Notices extends Record<string, Notice>>(notices: Notices): Notices {
  return notices;
}

const isInAudience: Record<Audience, (reader: Reader) => boolean> = {
  person: ({ affiliateTypeId }) => getRole(affiliateTypeId) !== 'store',
  store: ({ affiliateTypeId }) => getRole(affiliateTypeId) === 'store',
  professional: ({ affiliateTypeId }) => isProfessional(affiliateTypeId),
  instructor: ({ affiliateTypeId }) => isInstructor(affiliateTypeId),
  staff: ({ affiliateTypeId }) => isStaff(affiliateTypeId),
  guardian: ({ isGuardian }) => isGuardian,
  // Guardians get the mails of a child who has no address.
  minor: ({ isMinor, isGuardian }) => isMinor || isGuardian,
};

export function canReach({ audience }: Notice, reader: Reader): boolean {
  return audience === undefined || audience.some((kind) => isInAudience[kind](reader));
}

/** The groups of the preferences, in their order. Each has the notices of one or more features. */
export const noticeGroups = {
  logbook: ['logbook'],
  learning: ['learning'],
  certifications: ['certifications'],
  forms: ['forms', 'dsd'],
  applications: ['applications'],
  shop: ['shop', 'payments'],
  club: ['club'],
  family: ['family'],
  account: ['account'],
} as const;
export type NoticeGroup = keyof typeof noticeGroups;
const groupNames = Object.keys(noticeGroups) as readonly NoticeGroup[];

export function getNoticeGroup({ kind }: Notice): NoticeGroup {
  const feature = kind.slice(0, kind.indexOf('.'));
  const group = groupNames.find((name) => noticeGroups[name].some((one) => one === feature));
  if (group === undefined) throw new Error(`notice ${kind} belongs to no group`);
  return group;
}

/** What a person chose. A muted notice keeps the channels for the time after. */
export interface ChosenChannels {
  in_portal: boolean;
  by_mail: boolean;
  is_muted: boolean;
}

/** The channels of a notice: all available ones if it is required, otherwise those chosen, and none while it is muted. */
export function resolveChannels(notice: Notice, chosen: ChosenChannels | null): { portal: boolean; mail: boolean } {
  const { channels, usual, isRequired } = notice;
  if (isRequired) return channels;
  if (chosen?.is_muted) return { portal: false, mail: false };
  return {
    portal: channels.portal && (chosen?.in_portal ?? usual.portal),
    mail: channels.mail && (chosen?.by_mail ?? usual.mail),
  };
}
