import { useIntl, type IntlShape } from 'react-intl';
import { useFormatTrainingLength } from '#domain/web/use-format-training-length.ts';
import { confinedSkillLengths, parseDiveSkill } from '#features/learning/shared/skills.ts';

/** Dates are shown as they are; timestamps are converted to a day in the local time zone. */
export function formatDay(intl: IntlShape, date: string): string {
  const isDay = date.length === 10;
  return intl.formatDate(isDay ? `${date}T00:00:00Z` : date, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(isDay && { timeZone: 'UTC' }),
  });
}

/** Names a confined-water skill, or a dive that is signed off like one. */
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
