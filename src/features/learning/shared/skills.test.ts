import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { confinedSkillLengths, confinedSkills } from './skills.ts';

const messages = JSON.parse(readFileSync(join(import.meta.dirname, 'messages/en-US.json'), 'utf8')) as Record<
  string,
  string
>;

test('every confined-water skill has a message, and a length if the message has a placeholder', () => {
  const withPlaceholder = confinedSkills.filter((skill) => messages[`learning.skill.${skill}`]?.includes('{length}'));
  expect(Object.keys(confinedSkillLengths)).toEqual(withPlaceholder);
  expect(confinedSkills.filter((skill) => messages[`learning.skill.${skill}`] === undefined)).toEqual([]);
});
