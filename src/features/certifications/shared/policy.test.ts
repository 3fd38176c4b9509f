import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import {
  canCertify,
  canCertifyAnyone,
  canCertifyClass,
  canCertifyStudent,
  canOverride,
  isTeacherOf,
  maxClassSize,
} from './policy.ts';
import { type Missing, type MissingKind, missingKinds } from './readiness.ts';

const viewers = {
  diver: { affiliateId: 1, affiliateTypeId: affiliateType.diver },
  divemaster: { affiliateId: 2, affiliateTypeId: affiliateType.divemaster },
  instructor: { affiliateId: 3, affiliateTypeId: affiliateType.instructor },
  store: { affiliateId: 4, affiliateTypeId: affiliateType.store },
  staff: { affiliateId: 5, affiliateTypeId: affiliateType.staff },
  visitor: null,
};
const { instructor, staff } = viewers;
type Viewer = (typeof viewers)[keyof typeof viewers];
const rolesWith = (can: (viewer: Viewer) => boolean) =>
  Object.entries(viewers).flatMap(([name, viewer]) => (can(viewer) ? [name] : []));

describe('rights of a role', () => {
  it.each([
    ['certify anyone', canCertifyAnyone, ['staff']],
    ['certify a class', canCertifyClass, ['instructor']],
    ['certify', canCertify, ['instructor', 'staff']],
    ['override missing requirements', (viewer: Viewer) => canOverride(viewer, []), ['staff']],
  ])('to %s', (_right, can, roles) => {
    expect(rolesWith(can)).toEqual(roles);
  });
});

describe('isTeacherOf', () => {
  it.each([
    ['the instructor of the course', { teacher: 3 }, true],
    ['another instructor', { teacher: 6 }, false],
    ['a course without an instructor', { teacher: null }, false],
    ['a student without a course', null, false],
  ])('with %s', (_name, training, expected) => {
    expect(isTeacherOf(instructor, { training })).toBe(expected);
  });
});

describe('canCertifyStudent', () => {
  const student = { affiliateId: 1, training: { teacher: 3 } };

  it('allows the instructor of the course and staff', () => {
    expect(rolesWith((viewer) => viewer !== null && canCertifyStudent(viewer, student))).toEqual([
      'instructor',
      'staff',
    ]);
  });

  it.each([
    ['of another instructor', { affiliateId: 1, training: { teacher: 6 } }],
    ['without an instructor', { affiliateId: 1, training: { teacher: null } }],
    ['without a course', { affiliateId: 1, training: null }],
    ['who is the instructor', { affiliateId: 3, training: { teacher: 3 } }],
  ])('allows only staff for a student %s', (_name, other) => {
    expect(canCertifyStudent(instructor, other)).toBe(false);
    expect(canCertifyStudent(staff, other)).toBe(true);
  });
});

describe('canOverride', () => {
  const toMissing = (kind: MissingKind): Missing => ({ kind, day: null, names: [] });

  it('lets staff override every requirement except the birthdate and family relations', () => {
    expect(missingKinds.filter((kind) => !canOverride(staff, [toMissing(kind)]))).toEqual(['birthdate', 'own_family']);
  });

  it('rejects the override if one of several requirements cannot be overridden', () => {
    expect(canOverride(staff, [toMissing('exam'), toMissing('photo')])).toBe(true);
    expect(canOverride(staff, [toMissing('exam'), toMissing('birthdate')])).toBe(false);
    expect(canOverride(staff, [toMissing('own_family'), toMissing('exam')])).toBe(false);
  });

  it('lets no one else override a requirement', () => {
    expect(rolesWith((viewer) => canOverride(viewer, [toMissing('exam')]))).toEqual(['staff']);
  });
});

it('certifies at most 50 students at a time', () => {
  expect(maxClassSize).toBe(50);
});
