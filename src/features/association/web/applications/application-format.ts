import type { IntlShape } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { dayMs } from '#platform/shared/dates.ts';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import { processingDays } from '#features/applications/shared/steps.ts';
import { formatUtcDay, diveKindName, fieldName } from '#features/applications/shared/labels.ts';

export function daysSince(date: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - new Date(date).getTime()) / dayMs));
}

/** The tone depends on the association's processing time. */
export function getWaitingTone(days: number): 'late' | 'due' | undefined {
  if (days >= processingDays.late) return 'late';
  return days >= processingDays.due ? 'due' : undefined;
}

/** Describes an open requirement in the few words a table row has room for. */
export function formatOpenRequirement(intl: IntlShape, requirement: RequirementResult, now: Date): string {
  const { id, kind, problem, have, need, date, parts } = requirement;
  const values = {
    field: fieldName(intl, id),
    have: have ?? 0,
    need: need ?? 0,
    months: date === null ? 0 : monthsSince(date, now),
    count: parts.filter(({ isMet }) => !isMet).length,
    kinds: joinFacts(
      ...parts.filter(({ isMet }) => !isMet).map((part) => kind === 'dive_kinds' && diveKindName(intl, part.id)),
    ),
  };
  return intl.formatMessage({ id: `association.open.${kind}.${problem}` as MessageId }, values);
}

/** A short description of a requirement's evidence. */
export function formatRequirementFact(intl: IntlShape, requirement: RequirementResult): string {
  const { kind, have, need, date, parts } = requirement;
  const values = {
    have: have ?? 0,
    need: need ?? 0,
    date: date === null ? '' : formatUtcDay(intl, date),
    counts: joinFacts(...parts.map((part) => intl.formatNumber(part.have))),
  };
  const isBare = date === null && ['age', 'card', 'first_aid', 'medical'].includes(kind);
  return isBare ? '' : intl.formatMessage({ id: `association.fact.${kind}` }, values);
}

/** Some requirements have a shorter name here than in the form. */
export function formatRequirementName(intl: IntlShape, { id, kind, need }: RequirementResult): string {
  const isShort = kind === 'age' || kind === 'dive_kinds';
  return isShort ? intl.formatMessage({ id: `association.check.${kind}` }, { need: need ?? 0 }) : fieldName(intl, id);
}

/** Started months count: a medical of a year and a day is in its thirteenth month. */
function monthsSince(isoDay: string, now: Date): number {
  const then = new Date(`${isoDay.slice(0, 10)}T00:00:00Z`);
  const months = (now.getUTCFullYear() - then.getUTCFullYear()) * 12 + now.getUTCMonth() - then.getUTCMonth();
  return months + (now.getUTCDate() > then.getUTCDate() ? 1 : 0);
}
