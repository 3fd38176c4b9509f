import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { confinedSkillLengths, confinedSkills } from './skills.ts';

const words = JSON.parse(readFileSync(join(import.meta.dirname, 'messages/en-US.json'), 'utf8')) as Record<
  string,
  string
>;

test('a skill in confined water has words, and a length wherever they ask for one', () => {
  const asking = confinedSkills.filter((skill) => words[`learning.skill.${skill}`]?.includes('{length}'));
  expect(Object.keys(confinedSkillLengths)).toEqual(asking);
  expect(confinedSkills.filter((skill) => words[`learning.skill.${skill}`] === undefined)).toEqual([]);
});
