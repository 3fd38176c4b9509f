import { useIntl } from 'react-intl';
import { useTaughtLength } from '../../../platform/web/taught-length.ts';
import { skillLengths } from '../shared/skills.ts';

/** What a skill is called; a length in it as the reader has learned it. */
export function useSkillText(): (skill: string) => string {
  const intl = useIntl();
  const write = useTaughtLength();
  return (skill) => {
    const length = skillLengths[skill];
    return intl.formatMessage({ id: `logbook.skill.${skill}` }, length && { length: write(length) });
  };
}

export function SkillWords({ skill }: { skill: string }) {
  return useSkillText()(skill);
}
