import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { intensityLevels } from './enums.ts';
import { adventureDives, openWaterDives, skillLengths, listSkillGroups, getTrainedDepthM } from './skills.ts';

const messages = JSON.parse(readFileSync(join(import.meta.dirname, 'messages/en-US.json'), 'utf8')) as Record<
  string,
  string
>;
const namesOf = (...dive: Parameters<typeof listSkillGroups>) =>
  listSkillGroups(...dive).flatMap(({ skills }) => skills);

describe('listSkillGroups', () => {
  it.each(openWaterDives)(
    'lists for open water dive %i its own skills first, then those of every dive, each once',
    (number) => {
      const groups = listSkillGroups('open_water', number, null);
      expect(groups.map(({ name }) => name)).toEqual(
        number === 1 ? ['dive', 'every', 'surface'] : ['dive', 'every', 'surface', 'underwater'],
      );
      const names = groups.flatMap(({ skills }) => skills);
      expect(new Set(names).size).toBe(names.length);
    },
  );

  it('lists skills of the dive and no other', () => {
    expect(namesOf('open_water', 1, null)).toContain('mask_partial');
    expect(namesOf('open_water', 2, null)).not.toContain('mask_partial');
    expect(namesOf('open_water', 1, null)).not.toContain('emergency_ascent');
    expect(namesOf('open_water', 4, null)).toContain('safety_stop');
  });

  it.each(adventureDives)('lists for adventure dive %s at least three skills, each once', (dive) => {
    const names = namesOf('advanced', null, dive);
    expect(names.length).toBeGreaterThanOrEqual(3);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is empty without a dive or for an unknown one', () => {
    expect(namesOf(null, 1, null)).toEqual([]);
    expect(namesOf('advanced', 1, null)).toEqual([]);
    expect(namesOf('advanced', 1, 'constructor')).toEqual([]);
    expect(namesOf('cooking', 1, null)).toEqual([]);
    expect(listSkillGroups('open_water', 9, null).map(({ name }) => name)).not.toContain('dive');
  });

  it('has messages for all skills', () => {
    const all = [
      ...openWaterDives.flatMap((number) => namesOf('open_water', number, null)),
      ...adventureDives.flatMap((dive) => namesOf('advanced', null, dive)),
    ];
    expect(all.filter((skill) => messages[`logbook.skill.${skill}`] === undefined)).toEqual([]);
  });

  it('has a length for every message that uses one', () => {
    const withLength = Object.keys(messages).filter(
      (id) => id.startsWith('logbook.skill.') && messages[id]?.includes('{length}'),
    );
    expect(
      Object.keys(skillLengths)
        .map((skill) => `logbook.skill.${skill}`)
        .toSorted(),
    ).toEqual(withLength.toSorted());
  });

  it('starts with the mandatory Deep and Navigation, followed by electives', () => {
    expect(adventureDives.slice(0, 2)).toEqual(['deep', 'navigation']);
    expect(adventureDives).toHaveLength(25);
  });
});

describe('getTrainedDepthM', () => {
  it.each([
    ['open_water', 1, null, 12],
    ['open_water', 2, null, 12],
    ['open_water', 3, null, 18],
    ['open_water', 4, null, 18],
    ['advanced', null, 'deep', 30],
    ['advanced', null, 'boat', 18],
    [null, null, null, null],
  ])('for %s %s %s is %s m', (course, number, dive, depth) => {
    expect(getTrainedDepthM(course, number, dive)).toBe(depth);
  });
});

describe('intensity levels', () => {
  it.each(['wave_condition', 'current', 'surge'])(
    'have their own messages for %s, because of grammatical gender',
    (field) => {
      expect(intensityLevels.filter((level) => messages[`logbook.${field}.${level}`] === undefined)).toEqual([]);
    },
  );
});
