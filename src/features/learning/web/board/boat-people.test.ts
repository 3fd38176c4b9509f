import { describe, expect, it } from 'vitest';
import type { Guest } from '#features/dsd/shared/contract.ts';
import type { BoardDiver } from '#features/learning/shared/board-contract.ts';
import { listBoatPeople } from './boat-people.ts';

const day = '2026-11-16';
const student = (overrides: Partial<BoardDiver>): BoardDiver => ({
  affiliateId: 1,
  name: 'Bea',
  age: 30,
  medicalUntil: '2027-01-01',
  levelIDs: [],
  blockers: [],
  ...overrides,
});
const guest = (overrides: Partial<Guest>): Guest => ({
  affiliateId: 9,
  name: 'Ada',
  age: 22,
  status: 'completed',
  medicalStatus: 'clear',
  documentId: null,
  updatedDate: '2026-11-01T00:00:00.000Z',
  diveDate: null,
  acceptsPhoto: false,
  ...overrides,
});

describe('listBoatPeople', () => {
  it('lists each student once, and guests, sorted by name', () => {
    const people = listBoatPeople(
      [student({}), student({ affiliateId: 2, name: 'Caro' })],
      [guest({}), guest({ affiliateId: 2 })],
      day,
    );
    expect(people.map(({ name, kind }) => [name, kind])).toEqual([
      ['Ada', 'guest'],
      ['Bea', 'student'],
      ['Caro', 'student'],
    ]);
  });

  it('leaves out guests who have already dived', () => {
    expect(listBoatPeople([], [guest({ status: 'processed' })], day)).toEqual([]);
  });

  it.each([
    [[], null],
    [['forms'], 'forms'],
    [['guardian'], 'forms'],
    [['refused'], 'medical'],
    [['physician'], 'medical'],
    [['expired'], 'medical'],
    [['expired', 'guardian'], 'forms'],
  ] as const)('blocks a student with %s for %s', (blockers, blockedBy) => {
    expect(listBoatPeople([student({ blockers: [...blockers] })], [], day)[0]?.blockedBy).toBe(blockedBy);
  });

  it.each([
    ['forms', 'forms'],
    ['forms-submitted', 'medical'],
    ['completed', null],
  ] as const)('blocks a guest at %s for %s', (status, blockedBy) => {
    expect(listBoatPeople([], [guest({ status })], day)[0]?.blockedBy).toBe(blockedBy);
  });

  it('blocks a student whose medical expires before the trip', () => {
    const blockedOn = (on: string) => listBoatPeople([student({ medicalUntil: '2027-01-01' })], [], on)[0]?.blockedBy;
    expect(blockedOn('2027-01-01')).toBeNull();
    expect(blockedOn('2027-01-02')).toBe('medical');
  });
});
