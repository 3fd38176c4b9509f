import { addDays, addYear, daysBetween } from '#platform/shared/dates.ts';
import type { Level } from '#domain/certification-levels.ts';
import type { choiceErrors, ClubStatus, OfferKind, PeriodKind } from './contract.ts';

/** In US cents; other currencies are converted with the catalogue's currency table. */
export const clubPrices: Readonly<Record<OfferKind, number>> = {
  trial: 0,
  first: 2695,
  regular: 4995,
  partner: 3995,
  reactivation: 3495,
};
export const clubCurrency = 'USD';

export const trialDays = 90;
/** Manual renewal is possible this many days before the end. */
const renewalWindowDays = 30;
/** Days after the end on which a stored card is charged. The membership ends if the last attempt fails. */
const chargeAttemptDays = [0, 7, 14] as const;
const lastChargeAttemptDay = 14;
/** Days before the end on which members are reminded. */
const reminderDays = [30, 7, 1] as const;

/** Days are ISO dates in UTC. `endsOn` is exclusive. */
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
  /** The declined renewal attempts, each with the end date it was for. */
  declined: readonly { dueOn: string; triedOn: string }[];
}

export interface Member {
  /** Only individuals can join; stores and staff cannot. */
  canJoin: boolean;
  newestCertification: string | null;
  isWithPartnerStore: boolean;
}

export interface MembershipStatus<P extends Period = Period> {
  status: ClubStatus;
  endsOn: string | null;
  /** The year whose eCard and code can be used; null during a trial. */
  year: P | null;
  /** The memberships that can be started now. */
  offers: OfferKind[];
  /** The next charge of a stored card. */
  renewal: { on: string; kind: OfferKind } | null;
}

export function getPeriodEnd({ endsOn, endedEarlyOn }: Period): string {
  return endedEarlyOn ?? endsOn;
}

/** Derives the status, offers and benefits from the membership, the person and the date. */
export function getMembershipStatus<P extends Period>(
  membership: Membership<P>,
  member: Member,
  today: string,
): MembershipStatus<P> {
  const last = getLastPeriod(membership.periods);
  const endsOn = last === null ? null : getPeriodEnd(last);
  const running = membership.periods.find((period) => period.startsOn <= today && today < getPeriodEnd(period)) ?? null;
  const tryOn = last === null ? null : getNextChargeDate(membership, last, today);
  const status = getStatus({ running, endsOn, tryOn, membership, member, today });
  const year = running ?? (status === 'active' || status === 'past_due' ? last : null);
  const isYear = status === 'active' || status === 'past_due';
  return {
    status,
    endsOn: status === 'eligible' || status === 'none' ? null : endsOn,
    year: year?.kind === 'trial' ? null : year,
    offers: member.canJoin ? listOffers(status, membership, member, today) : [],
    renewal: isYear && endsOn !== null ? { on: tryOn ?? endsOn, kind: getRenewalKind(member) } : null,
  };
}

interface StatusInput {
  running: Period | null;
  endsOn: string | null;
  tryOn: string | null;
  membership: Membership;
  member: Member;
  today: string;
}

function getStatus({ running, endsOn, tryOn, membership, member, today }: StatusInput): ClubStatus {
  if (running !== null) return running.kind === 'trial' ? 'trial' : 'active';
  if (endsOn !== null && tryOn !== null)
    // On the renewal date the membership stays active until a card was declined.
    return today === endsOn && listDeclinedCharges(membership, endsOn).length === 0 ? 'active' : 'past_due';
  if (endsOn !== null && today < addYear(endsOn)) return 'expired';
  return member.canJoin ? 'eligible' : 'none';
}

function listOffers(status: ClubStatus, membership: Membership, member: Member, today: string): OfferKind[] {
  const end = getLastPeriod(membership.periods);
  if (status === 'past_due') return [getRenewalKind(member)];
  if (status === 'active')
    return end !== null && addDays(getPeriodEnd(end), -renewalWindowDays) <= today ? [getRenewalKind(member)] : [];
  const join = getJoinKind(membership, member, today);
  return status !== 'trial' && canStartTrial(membership, member, today) ? ['trial', join] : [join];
}

/**
 * The first year is once in a life, even if it was refunded. Within a year after the end it is a reactivation, later a
 * regular renewal.
 */
function getJoinKind({ periods }: Membership, member: Member, today: string): OfferKind {
  const years = periods.filter(({ kind }) => kind !== 'trial');
  if (years.length === 0) return 'first';
  return years.some((year) => today < addYear(getPeriodEnd(year))) ? 'reactivation' : getRenewalKind(member);
}

function getRenewalKind({ isWithPartnerStore }: Member): OfferKind {
  return isWithPartnerStore ? 'partner' : 'regular';
}

function canStartTrial({ isTrialUsed }: Membership, { newestCertification: newest }: Member, today: string): boolean {
  return !isTrialUsed && newest !== null && newest <= today && today < addYear(newest);
}

/**
 * The next date a stored card is charged after the membership ended, or null. Missed attempts are skipped, and there is
 * none after the last date.
 */
export function getNextChargeDate(membership: Membership, last: Period, today: string): string | null {
  const dueOn = getPeriodEnd(last);
  const canBeCharged = last.kind !== 'trial' && membership.isRenewing && membership.hasCard;
  if (!canBeCharged || today < dueOn || today > addDays(dueOn, lastChargeAttemptDay)) return null;
  const before = listDeclinedCharges(membership, dueOn).at(-1)?.triedOn;
  const days = chargeAttemptDays.map((days) => addDays(dueOn, days));
  return days.find((day) => before === undefined || day > before) ?? null;
}

export function listDeclinedCharges({ declined }: Membership, dueOn: string): { dueOn: string; triedOn: string }[] {
  return declined.filter((one) => one.dueOn === dueOn).toSorted((a, b) => (a.triedOn < b.triedOn ? -1 : 1));
}

/** The period of an offer taken today. Time that was paid for or granted is never lost. */
export function getPeriodSpan(
  kind: PeriodKind,
  { status, endsOn }: MembershipStatus,
  today: string,
): [from: string, until: string] {
  if (kind === 'trial') return [today, addDays(today, trialDays)];
  // The rest of a trial is added, and the benefits can be used immediately.
  if (status === 'trial' && endsOn !== null) return [today, addYear(endsOn)];
  if ((status === 'active' || status === 'past_due') && endsOn !== null) return [endsOn, addYear(endsOn)];
  return [today, addYear(today)];
}

/** The first start date without overlap: a year that would overlap a period starts at the end of that period. */
export function findFreeStart(periods: readonly Period[], day: string): string {
  return periods
    .filter((one) => one.startsOn < getPeriodEnd(one))
    .toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
    .reduce((from, one) => (from < getPeriodEnd(one) && one.startsOn < addYear(from) ? getPeriodEnd(one) : from), day);
}

/** Returns the due reminder; of several missed ones only the last. */
export function getDueReminder(endsOn: string, today: string): number | null {
  const left = daysBetween(today, endsOn);
  return left < 1 ? null : (reminderDays.findLast((days) => left <= days) ?? null);
}

/** Returns the reason a certification cannot be used for the free eCard, or null. */
export function getECardError(
  level: Level | undefined,
  has: { eCard: boolean; approvedPhoto: boolean },
): (typeof choiceErrors)[number] | null {
  if (!level?.isClubBenefit) return 'club.not_eligible_level';
  if (has.eCard) return 'club.has_ecard';
  return has.approvedPhoto ? null : 'club.no_photo';
}

function getLastPeriod<P extends Period>(periods: readonly P[]): P | null {
  return (
    periods
      .filter((one) => one.startsOn < getPeriodEnd(one))
      .toSorted((a, b) => (getPeriodEnd(a) < getPeriodEnd(b) ? -1 : 1))
      .at(-1) ?? null
  );
}
