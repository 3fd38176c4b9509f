import { getAdultDate } from '#domain/age.ts';
import { dayMs } from '#platform/shared/dates.ts';

export const maxGuardians = 6;
export const maxChildren = 20;
export const inviteLifetimeMs = 7 * dayMs;
/** How long other guardians can veto an invitation before it is sent. */
export const vetoPeriodMs = dayMs;
/** How long a withdrawn invitation can be restored. */
export const undoPeriodMs = 600_000;
/** How long a removed guardian can ask for a review. */
export const reviewPeriodMs = 14 * dayMs;
/** How many days before the handover the child and its guardians are notified. */
export const handoverWarningDays = 30;

export function isHandoverNear(birthdate: string, today: string): boolean {
  const nearMs = Date.parse(getAdultDate(birthdate)) - handoverWarningDays * dayMs;
  return Date.parse(today) >= nearMs;
}
