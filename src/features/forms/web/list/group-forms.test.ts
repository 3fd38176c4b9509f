import { describe, expect, it } from 'vitest';
import type { DraftSummary, FormRecord } from '#features/forms/shared/contract.ts';
import { groupForms } from './group-forms.ts';

const own = { affiliateId: 1, isOwn: true };
const childs = { affiliateId: 3, isOwn: false };

function draft(given: Partial<DraftSummary>): DraftSummary {
  return {
    id: 'a draft',
    affiliateId: 1,
    diverName: 'Maren Lindqvist',
    isOwn: true,
    canHandOver: false,
    packet: 'medical',
    name: 'Medical questionnaire',
    region: 'EU',
    storeName: null,
    memberName: null,
    answered: 3,
    questions: 10,
    state: 'filling',
    waitsFor: 'you',
    updatedDate: '2026-11-15T10:00:00Z',
    ...given,
  };
}

function record(given: Partial<FormRecord>): FormRecord {
  return {
    id: 'a record',
    affiliateId: 1,
    medicalStatus: 'physician',
    isConfirmationPending: false,
    isValid: true,
    isRemoved: false,
    replacedBy: null,
    ...given,
  } as FormRecord;
}

describe('what needs somebody', () => {
  it.each<[string, Partial<DraftSummary>, string | null]>([
    ['a signature that waits for them', { state: 'signing' }, 'sign'],
    ['a form of which everything is answered', { answered: 10 }, 'ready'],
    ['a form for which no guardian is known', { state: 'signing', waitsFor: 'guardian_unknown' }, 'guardian'],
    ['not a form that is half answered', {}, null],
    ['not a form that waits for somebody else', { state: 'signing', waitsFor: 'guardian' }, null],
    ['not one that another fills in', { answered: 10, waitsFor: 'diver' }, null],
  ])('is %s', (_, given, kind) => {
    const { needs, drafts } = groupForms([draft(given)], [], own);
    expect(needs.map((need) => need.kind)).toEqual(kind === null ? [] : [kind]);
    expect(drafts).toHaveLength(kind === null ? 1 : 0);
  });

  it.each<[string, Partial<FormRecord>, number]>([
    ['a signed form that a physician has not seen', {}, 1],
    ['not one that was approved', { medicalStatus: 'approved' }, 0],
    ['not one whose page is being looked at', { medicalStatus: 'review' }, 0],
    ['not one that is over', { isValid: false }, 0],
    ['not one that was replaced', { replacedBy: 'another' }, 0],
  ])('is %s', (_, given, count) => {
    const { needs, signed } = groupForms([], [record(given)], own);
    expect(needs).toHaveLength(count);
    expect(signed).toHaveLength(1);
  });
});

describe('a guardian', () => {
  const waiting = draft({ id: 'waits', affiliateId: 3, isOwn: false, state: 'signing' });
  const filling = draft({ id: 'begun', affiliateId: 3, isOwn: false });

  it('finds on their own page what waits for their signature in a child’s forms, and no more of them', () => {
    const { needs, drafts } = groupForms([waiting, filling], [], own);
    expect(needs).toEqual([{ kind: 'sign', draft: waiting }]);
    expect(drafts).toEqual([]);
  });

  it('finds on the child’s page all of the child’s forms and none of their own', () => {
    const { needs, drafts } = groupForms([draft({ state: 'signing' }), waiting, filling], [], childs);
    expect(needs).toEqual([{ kind: 'sign', draft: waiting }]);
    expect(drafts).toEqual([filling]);
  });
});
