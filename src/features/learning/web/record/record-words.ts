import { useIntl, type IntlShape } from 'react-intl';
import { useTaughtLength } from '../../../../platform/web/taught-length.ts';
import { confinedLengths, diveOf } from '../../shared/skills.ts';

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
export function useSkillText(): (skill: string) => string {
  const intl = useIntl();
  const write = useTaughtLength();
  return (skill) => {
    const dive = diveOf(skill);
    if (dive !== null) return intl.formatMessage({ id: 'learning.record.dive' }, { number: dive });
    const length = confinedLengths[skill];
    return intl.formatMessage({ id: `learning.skill.${skill}` }, length && { length: write(length) });
  };
}

/** Today where one is, as a date field writes it. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
