import { useIntl, type IntlShape } from 'react-intl';
import { useFormatTrainingLength } from '#domain/web/use-format-training-length.ts';
import { confinedSkillLengths, parseDiveSkill } from '#features/learning/shared/skills.ts';

/** A day stays what it is wherever it is read; a moment is a day where its reader is. */
export function formatDay(intl: IntlShape, date: string): string {
  const isDay = date.length === 10;
  return intl.formatDate(isDay ? `${date}T00:00:00Z` : date, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(isDay && { timeZone: 'UTC' }),
  });
}

/** Of a skill in confined water, or of a dive that is signed like one. */
export function useSkillName(): (skill: string) => string {
  const intl = useIntl();
  const write = useFormatTrainingLength();
  return (skill) => {
    const dive = parseDiveSkill(skill);
    if (dive !== null) return intl.formatMessage({ id: 'learning.record.dive' }, { number: dive });
    const length = confinedSkillLengths[skill];
    return intl.formatMessage({ id: `learning.skill.${skill}` }, length && { length: write(length) });
  };
}

/** Today where one is, as a date field writes it. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
