import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { canActForDiver, canActOnDraft, canReadAnswers, getReaderRelation, type ReaderRelation } from './policy.ts';

const today = '2026-03-01';
const child = '2014-03-09';
const adult = '1990-03-09';
const viewer = { affiliateId: 2, affiliateTypeId: affiliateType.diver };
const staff = { affiliateId: 2, affiliateTypeId: affiliateType.staff };
const record = { affiliateId: 1, birthdate: adult, isGuardian: false, isStore: false, isProfessional: false };

describe('getReaderRelation', () => {
  it('is null for people who have nothing to do with the form', () => {
    expect(getReaderRelation(viewer, record, today)).toBeNull();
  });

  it.each([
    ['self', viewer, { ...record, affiliateId: 2 }],
    ['guardian', viewer, { ...record, birthdate: child, isGuardian: true }],
    ['store', viewer, { ...record, isStore: true }],
    ['professional', viewer, { ...record, isProfessional: true }],
    ['staff', staff, record],
  ] as const)('is %s for those who may read it', (relation, reader, form) => {
    expect(getReaderRelation(reader, form, today)).toBe(relation);
  });

  it('ends for a guardian when the child grows up, or if the age is unknown', () => {
    for (const birthdate of [adult, null])
      expect(getReaderRelation(viewer, { ...record, birthdate, isGuardian: true }, today)).toBeNull();
  });
});

describe('rights of a reader', () => {
  const relations: ReaderRelation[] = ['self', 'guardian', 'store', 'professional', 'staff'];

  it('lets only the diver and guardians act for the diver', () => {
    expect(relations.filter(canActForDiver)).toEqual(['self', 'guardian']);
    expect(canActForDiver(undefined)).toBe(false);
  });

  it('hides the answers from staff', () => {
    expect(relations.filter((relation) => !canReadAnswers(relation))).toEqual(['staff']);
  });
});

describe('canActOnDraft', () => {
  const draft = { affiliateId: 1, birthdate: child, guardianIds: [2] };

  it("lets the diver and a minor's guardian act, and no one else", () => {
    expect([1, 2, 3].filter((affiliateId) => canActOnDraft({ affiliateId }, draft, today))).toEqual([1, 2]);
  });

  it('rejects the guardian of an adult', () => {
    expect(canActOnDraft(viewer, { ...draft, birthdate: adult }, today)).toBe(false);
  });
});
