import type { IntlShape } from 'react-intl';
import { ApiError } from '../../../../platform/web/client.ts';
import { messageOfFailure } from '../../../../platform/web/failure.ts';
import { showToast } from '../../../../ui/toast-store.ts';
import type { InstructorInfo } from '../../../logbook/shared/contract.ts';
import { diveOf } from '../../shared/skills.ts';

/** A day stays what it is wherever it is read; a moment is a day where its reader is. */
export function dayText(intl: IntlShape, date: string): string {
  const isDay = date.length === 10;
  return intl.formatDate(isDay ? `${date}T00:00:00Z` : date, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(isDay && { timeZone: 'UTC' }),
  });
}

/** Of a skill in confined water, or of a dive that is signed like one. */
export function skillText(intl: IntlShape, skill: string): string {
  const dive = diveOf(skill);
  if (dive !== null) return intl.formatMessage({ id: 'learning.record.dive' }, { number: dive });
  return intl.formatMessage({ id: `learning.skill.${skill}` });
}

export function instructorName({ first_name: first, last_name: last }: InstructorInfo): string {
  return [first, last].filter(Boolean).join(' ');
}

export function percentText(intl: IntlShape, share: number): string {
  return intl.formatNumber(Math.floor(share * 100) / 100, { style: 'percent' });
}

/** Today where one is, as a date field writes it. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

export function sayFailure(intl: IntlShape, error: unknown): void {
  showToast({ text: intl.formatMessage({ id: error instanceof ApiError ? messageOfFailure(error) : 'GeneralError' }) });
}
