import { describe, expect, it } from 'vitest';
import { levels } from '#domain/certification-levels.ts';
import { getCourseMinAge, getLevelMinAge, listCourseLevels } from './readiness.ts';

describe('ages', () => {
  it.each([
    ['open_water', 15],
    ['junior_open_water', 10],
    ['adventure', 10],
    ['enriched_air', 10],
    ['deep', 15],
    ['peak_buoyancy', 10],
    ['dry_suit', 10],
    ['night', 10],
    ['divemaster', 18],
    ['instructor', 18],
  ])('minimum for the level %s is %i', (name, age) => {
    expect(levels.filter((level) => level.name === name).map(getLevelMinAge)).toEqual([age]);
  });

  it('minimum of each course is the minimum of its lowest level', () => {
    expect(['open-water', 'enriched-air', 'deep', 'peak-buoyancy'].map(getCourseMinAge)).toEqual([10, 10, 15, 10]);
  });

  it.each<[string, string, string[]]>([
    ['open-water', '2026-03-08', []],
    ['open-water', '2026-03-09', ['junior_open_water']],
    ['open-water', '2026-03-10', ['junior_open_water']],
    ['open-water', '2031-03-08', ['junior_open_water']],
    ['open-water', '2031-03-09', ['open_water']],
    ['open-water', '2031-03-10', ['open_water']],
    ['enriched-air', '2026-03-08', []],
    ['enriched-air', '2026-03-09', ['enriched_air']],
    ['enriched-air', '2026-03-10', ['enriched_air']],
    ['peak-buoyancy', '2026-03-08', []],
    ['peak-buoyancy', '2026-03-09', ['peak_buoyancy']],
    ['deep', '2031-03-08', []],
    ['deep', '2031-03-09', ['deep']],
    ['deep', '2031-03-10', ['deep']],
    ['unknown', '2031-03-10', []],
  ])('%s leads a diver born on 2016-03-09 on %s to %j', (packageId, day, names) => {
    expect(listCourseLevels(packageId, '2016-03-09', day).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['2031-02-28', ['junior_open_water']],
    ['2031-03-01', ['open_water']],
  ])('a diver born on 29 February is fifteen on 1 March: %s', (day, names) => {
    expect(listCourseLevels('open-water', '2016-02-29', day).map(({ name }) => name)).toEqual(names);
  });

  it('leads to the full card without a birthdate', () => {
    expect(listCourseLevels('open-water', null, '2026-06-10').map(({ name }) => name)).toEqual(['open_water']);
    expect(listCourseLevels('deep', null, '2026-06-10').map(({ name }) => name)).toEqual(['deep']);
  });
});
