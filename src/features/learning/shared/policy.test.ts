import { describe, expect, it } from 'vitest';
import { affiliateType, type Role } from '#domain/roles.ts';
import { canHaveStudents, canSignSkills, canTakeCourses, getStudentRelation } from './policy.ts';

const roles: Role[] = ['diver', 'professional', 'store', 'staff'];
const affiliateTypes = Object.entries(affiliateType).map(([name, affiliateTypeId]) => ({ name, affiliateTypeId }));
const typesWith = (can: (viewer: { affiliateTypeId: number }) => boolean) =>
  affiliateTypes.filter(can).map(({ name }) => name);

describe('getStudentRelation', () => {
  const student = { affiliateId: 1, isTaughtByViewer: false };
  const taught = { affiliateId: 1, isTaughtByViewer: true };
  const relations = (affiliateId: number, record: typeof student) =>
    roles.map((role) => getStudentRelation({ affiliateId, role }, record));

  it('is self for one’s own record in every role', () => {
    expect(relations(1, student)).toEqual(['self', 'self', 'self', 'self']);
    expect(relations(1, taught)).toEqual(['self', 'self', 'self', 'self']);
  });

  it('is staff for the record of anyone else', () => {
    expect(relations(2, student)).toEqual([null, null, null, 'staff']);
  });

  it('is instructor for the record of a student', () => {
    expect(relations(2, taught)).toEqual(['instructor', 'instructor', 'instructor', 'staff']);
  });
});

describe('rights of a role', () => {
  it('lets only professionals have students', () => {
    expect(roles.filter((role) => canHaveStudents({ role }))).toEqual(['professional']);
    expect(canHaveStudents(null)).toBe(false);
  });

  it('lets only instructors sign skills, not divemasters', () => {
    expect(typesWith(canSignSkills)).toEqual(['instructor']);
    expect(canSignSkills(null)).toBe(false);
  });

  it('lets everyone but stores and staff take courses', () => {
    expect(typesWith(canTakeCourses)).toEqual(['diver', 'divemaster', 'instructor']);
  });
});
