import type { Level } from '../../certifications/shared/levels.ts';
import type { choiceRefusals, ClubStatus, OfferKind, PeriodKind } from './contract.ts';

/** In US cents; other currencies follow the table of the catalogue. Nothing else says what the club costs. */
export const prices: Readonly<Record<OfferKind, number>> = {
  trial: 0,
  first: 2695,
  regular: 4995,
  partner: 3995,
  reactivation: 3495,
};
export const clubCurrency = 'USD';

export const trialDays = 90;
/** So long before the end somebody can renew by hand. */
const renewalWindowDays = 30;
/** After the end: when a kept card is charged. Whoever could not be charged on the last of them is no member any more. */
const tryDays = [0, 7, 14] as const;
const lastTryDay = 14;
/** Before the end: when somebody is reminded. */
const reminderDays = [30, 7, 1] as const;

/** Days as a calendar writes them (UTC). The day on which a period ends is the first that it does not hold. */
export interface Period {
  kind: PeriodKind;
  startsOn: string;
  endsOn: string;
  endedEarlyOn: string | null;
}

export interface Membership<P extends Period = Period> {
  periods: readonly P[];
  isTrialUsed: boolean;
  isRenewing: boolean;
  hasCard: boolean;
  /** The days of tries to renew that were declined, each with the day on which the membership ended. */
  declined: readonly { dueOn: string; triedOn: string }[];
}

export interface Member {
  /** The club is for people; a store or the association's staff cannot join. */
  canJoin: boolean;
  /** The day of the newest certification. */
  newestCertification: string | null;
  isWithPartnerStore: boolean;
}

export interface Standing<P extends Period = Period> {
  status: ClubStatus;
  endsOn: string | null;
  /** The membership year whose eCard and code can be used. A trial gives none. */
  year: P | null;
  /** What can be begun now. */
  offers: OfferKind[];
  /** When a kept card is charged next, and for what. */
  renewal: { on: string; kind: OfferKind } | null;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The same day a year later; after 29 February it is the 28th. */
export function addYear(day: string): string {
  const year = Number(day.slice(0, 4)) + 1;
  return `${String(year).padStart(4, '0')}${day.endsWith('-02-29') ? '-02-28' : day.slice(4)}`;
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

export function endOf({ endsOn, endedEarlyOn }: Period): string {
  return endedEarlyOn ?? endsOn;
}

/** Everything that follows from what somebody had, who it is and what day it is. */
export function standingOf<P extends Period>(membership: Membership<P>, member: Member, today: string): Standing<P> {
  const last = lastOf(membership.periods);
  const endsOn = last === null ? null : endOf(last);
  const running = membership.periods.find((period) => period.startsOn <= today && today < endOf(period)) ?? null;
  const tryOn = last === null ? null : nextTryOn(membership, last, today);
  const status = statusOf({ running, endsOn, tryOn, membership, member, today });
  const year = running ?? (status === 'active' || status === 'past_due' ? last : null);
  const isYear = status === 'active' || status === 'past_due';
  return {
    status,
    endsOn: status === 'eligible' || status === 'none' ? null : endsOn,
    year: year?.kind === 'trial' ? null : year,
    offers: member.canJoin ? offersOf(status, membership, member, today) : [],
    renewal: isYear && endsOn !== null ? { on: tryOn ?? endsOn, kind: renewalKind(member) } : null,
  };
}

interface Facts {
  running: Period | null;
  endsOn: string | null;
  tryOn: string | null;
  membership: Membership;
  member: Member;
  today: string;
}

function statusOf({ running, endsOn, tryOn, membership, member, today }: Facts): ClubStatus {
  if (running !== null) return running.kind === 'trial' ? 'trial' : 'active';
  if (endsOn !== null && tryOn !== null)
    // On the day itself nothing is wrong until a card was declined.
    return today === endsOn && declinedFor(membership, endsOn).length === 0 ? 'active' : 'past_due';
  if (endsOn !== null && today < addYear(endsOn)) return 'expired';
  return member.canJoin ? 'eligible' : 'none';
}

function offersOf(status: ClubStatus, membership: Membership, member: Member, today: string): OfferKind[] {
  const end = lastOf(membership.periods);
  if (status === 'past_due') return [renewalKind(member)];
  if (status === 'active')
    return end !== null && addDays(endOf(end), -renewalWindowDays) <= today ? [renewalKind(member)] : [];
  const join = joinKind(membership, member, today);
  return status !== 'trial' && canTry(membership, member, today) ? ['trial', join] : [join];
}

/** The first year is the first in a life. Who comes back within a year reactivates, and later pays as for a renewal. */
function joinKind({ periods }: Membership, member: Member, today: string): OfferKind {
  const lastYear = lastOf(periods.filter(({ kind }) => kind !== 'trial'));
  if (lastYear === null) return 'first';
  return today < addYear(endOf(lastYear)) ? 'reactivation' : renewalKind(member);
}

function renewalKind({ isWithPartnerStore }: Member): OfferKind {
  return isWithPartnerStore ? 'partner' : 'regular';
}

function canTry({ isTrialUsed }: Membership, { newestCertification: newest }: Member, today: string): boolean {
  return !isTrialUsed && newest !== null && newest <= today && today < addYear(newest);
}

/**
 * The day on which a kept card is charged next, once the membership has ended; null when it is not. A day that was
 * missed is not made up for, and nobody is charged later than on the last one.
 */
export function nextTryOn(membership: Membership, last: Period, today: string): string | null {
  const dueOn = endOf(last);
  const canBeCharged = last.kind !== 'trial' && membership.isRenewing && membership.hasCard;
  if (!canBeCharged || today < dueOn || today > addDays(dueOn, lastTryDay)) return null;
  const before = declinedFor(membership, dueOn).at(-1)?.triedOn;
  const days = tryDays.map((days) => addDays(dueOn, days));
  return days.find((day) => before === undefined || day > before) ?? null;
}

export function declinedFor({ declined }: Membership, dueOn: string): { dueOn: string; triedOn: string }[] {
  return declined.filter((one) => one.dueOn === dueOn).toSorted((a, b) => (a.triedOn < b.triedOn ? -1 : 1));
}

/** From when until when an offer holds that is taken today. Nothing that was paid for or given is lost. */
export function spanOf(kind: PeriodKind, { status, endsOn }: Standing, today: string): [from: string, until: string] {
  if (kind === 'trial') return [today, addDays(today, trialDays)];
  // What is left of a trial comes on top, and what a year gives can be used at once.
  if (status === 'trial' && endsOn !== null) return [today, addYear(endsOn)];
  if ((status === 'active' || status === 'past_due') && endsOn !== null) return [endsOn, addYear(endsOn)];
  return [today, addYear(today)];
}

/** The first day from which a year is nobody else's: where it would meet a period, it begins at the end of that one. */
export function freeFrom(periods: readonly Period[], day: string): string {
  return periods
    .filter((one) => one.startsOn < endOf(one))
    .toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
    .reduce((from, one) => (from < endOf(one) && one.startsOn < addYear(from) ? endOf(one) : from), day);
}

/** Which reminder is due; of several that were missed only the last. */
export function reminderOn(endsOn: string, today: string): number | null {
  const left = daysBetween(today, endsOn);
  return left < 1 ? null : (reminderDays.findLast((days) => left <= days) ?? null);
}

/** Why a certification cannot be the free eCard of a year. */
export function eCardRefusal(
  level: Level | undefined,
  has: { eCard: boolean; approvedPhoto: boolean },
): (typeof choiceRefusals)[number] | null {
  if (!level?.isClubBenefit) return 'club.not_eligible_level';
  if (has.eCard) return 'club.has_ecard';
  return has.approvedPhoto ? null : 'club.no_photo';
}

function lastOf<P extends Period>(periods: readonly P[]): P | null {
  return (
    periods
      .filter((one) => one.startsOn < endOf(one))
      .toSorted((a, b) => (endOf(a) < endOf(b) ? -1 : 1))
      .at(-1) ?? null
  );
}
