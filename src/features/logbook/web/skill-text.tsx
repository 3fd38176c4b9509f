import { useIntl } from 'react-intl';
import { useFormatTrainingLength } from '#domain/web/use-format-training-length.ts';
import { skillLengths } from '#features/logbook/shared/skills.ts';

/** What a skill is called; a length in it as the reader has learned it. */
export function useSkillText(): (skill: string) => string {
  const intl = useIntl();
  const write = useFormatTrainingLength();
  return (skill) => {
    const length = skillLengths[skill];
    return intl.formatMessage({ id: `logbook.skill.${skill}` }, length && { length: write(length) });
  };
}

export function SkillText({ skill }: { skill: string }) {
  return useSkillText()(skill);
}
