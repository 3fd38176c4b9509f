import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { intensityLevels } from './enums.ts';
import { adventureDives, openWaterDives, skillLengths, listSkillGroups, getTrainedDepthM } from './skills.ts';

const words = JSON.parse(readFileSync(join(import.meta.dirname, 'messages/en-US.json'), 'utf8')) as Record<
  string,
  string
>;
const namesOf = (...dive: Parameters<typeof listSkillGroups>) =>
  listSkillGroups(...dive).flatMap(({ skills }) => skills);

describe('the skills of a training dive', () => {
  it.each(openWaterDives)('open water %i: its own first, then those of every dive, each once', (number) => {
    const groups = listSkillGroups('open_water', number, null);
    expect(groups.map(({ name }) => name)).toEqual(
      number === 1 ? ['dive', 'every', 'surface'] : ['dive', 'every', 'surface', 'underwater'],
    );
    const names = groups.flatMap(({ skills }) => skills);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are those of the dive, and not of another', () => {
    expect(namesOf('open_water', 1, null)).toContain('mask_partial');
    expect(namesOf('open_water', 2, null)).not.toContain('mask_partial');
    expect(namesOf('open_water', 1, null)).not.toContain('emergency_ascent');
    expect(namesOf('open_water', 4, null)).toContain('safety_stop');
  });

  it.each(adventureDives)('adventure dive %s: at least three, each once', (dive) => {
    const names = namesOf('advanced', null, dive);
    expect(names.length).toBeGreaterThanOrEqual(3);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are none where no dive is chosen, or one that nobody knows', () => {
    expect(namesOf(null, 1, null)).toEqual([]);
    expect(namesOf('advanced', 1, null)).toEqual([]);
    expect(namesOf('advanced', 1, 'constructor')).toEqual([]);
    expect(namesOf('cooking', 1, null)).toEqual([]);
    expect(listSkillGroups('open_water', 9, null).map(({ name }) => name)).not.toContain('dive');
  });

  it('all have words', () => {
    const all = [
      ...openWaterDives.flatMap((number) => namesOf('open_water', number, null)),
      ...adventureDives.flatMap((dive) => namesOf('advanced', null, dive)),
    ];
    expect(all.filter((skill) => words[`logbook.skill.${skill}`] === undefined)).toEqual([]);
  });

  it('have a length wherever their words ask for one', () => {
    const asking = Object.keys(words).filter(
      (id) => id.startsWith('logbook.skill.') && words[id]?.includes('{length}'),
    );
    expect(
      Object.keys(skillLengths)
        .map((skill) => `logbook.skill.${skill}`)
        .toSorted(),
    ).toEqual(asking.toSorted());
  });

  it('begin with Deep and Navigation, which everybody needs, and have electives beside them', () => {
    expect(adventureDives.slice(0, 2)).toEqual(['deep', 'navigation']);
    expect(adventureDives).toHaveLength(25);
  });
});

describe('how deep a training dive is meant to go', () => {
  it.each([
    ['open_water', 1, null, 12],
    ['open_water', 2, null, 12],
    ['open_water', 3, null, 18],
    ['open_water', 4, null, 18],
    ['advanced', null, 'deep', 30],
    ['advanced', null, 'boat', 18],
    [null, null, null, null],
  ])('%s %s %s: %s m', (course, number, dive, depth) => {
    expect(getTrainedDepthM(course, number, dive)).toBe(depth);
  });
});

describe('how strong the water was', () => {
  it.each(['wave_condition', 'current', 'surge'])(
    'is said of %s in words of its own, which may have a gender',
    (field) => {
      expect(intensityLevels.filter((level) => words[`logbook.${field}.${level}`] === undefined)).toEqual([]);
    },
  );
});
