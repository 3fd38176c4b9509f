import { useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { useFormatTrainingLength } from '#domain/web/use-format-training-length.ts';
import { skillLengths } from '#features/logbook/shared/skills.ts';

/** The name of a skill, with lengths in the reader's training units. */
export function useSkillText(): (skill: string) => string {
  const intl = useIntl();
  const write = useFormatTrainingLength();
  return (skill) => {
    const length = skillLengths[skill];
    return intl.formatMessage({ id: `logbook.skill.${skill}` as MessageId }, length && { length: write(length) });
  };
}

export function SkillText({ skill }: { skill: string }) {
  return useSkillText()(skill);
}
