import type { MessageId } from '#platform/shared/message-id.ts';
import { useIntl } from 'react-intl';
import { useFormatTrainingLength } from '#domain/web/use-format-training-length.ts';
import { confinedSkillLengths, parseDiveSkill } from '#features/learning/shared/skills.ts';

/** Names a confined-water skill, or a dive that is signed off like one. */
export function useSkillName(): (skill: string) => string {
  const intl = useIntl();
  const write = useFormatTrainingLength();
  return (skill) => {
    const dive = parseDiveSkill(skill);
    if (dive !== null) return intl.formatMessage({ id: 'learning.record.dive' }, { number: dive });
    const length = confinedSkillLengths[skill];
    return intl.formatMessage({ id: `learning.skill.${skill}` as MessageId }, length && { length: write(length) });
  };
}
