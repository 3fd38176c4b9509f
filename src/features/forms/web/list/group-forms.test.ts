import { describe, expect, it } from 'vitest';
import type { DraftSummary, FormRecord } from '#features/forms/shared/contract.ts';
import { groupForms } from './group-forms.ts';

const own = { affiliateId: 1, isOwn: true };
const childs = { affiliateId: 3, isOwn: false };

function draft(changes: Partial<DraftSummary>): DraftSummary {
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
    ...changes,
  };
}

function record(changes: Partial<FormRecord>): FormRecord {
  return {
    id: 'a record',
    affiliateId: 1,
    medicalStatus: 'physician',
    isConfirmationPending: false,
    isValid: true,
    isRemoved: false,
    replacedBy: null,
    ...changes,
  } as FormRecord;
}

describe('groupForms: tasks', () => {
  it.each<[string, Partial<DraftSummary>, string | null]>([
    ['a missing signature of the reader is a task', { state: 'signing' }, 'sign'],
    ['a complete draft is a task', { answered: 10 }, 'ready'],
    ['a draft without a linked guardian is a task', { state: 'signing', waitsFor: 'guardian_unknown' }, 'guardian'],
    ['a half-answered draft is none', {}, null],
    ['a missing signature of someone else is none', { state: 'signing', waitsFor: 'guardian' }, null],
    ['a draft that someone else fills in is none', { answered: 10, waitsFor: 'diver' }, null],
  ])('groups a draft: %s', (_, changes, kind) => {
    const { tasks, drafts } = groupForms([draft(changes)], [], own);
    expect(tasks.map((task) => task.kind)).toEqual(kind === null ? [] : [kind]);
    expect(drafts).toHaveLength(kind === null ? 1 : 0);
  });

  it.each<[string, Partial<FormRecord>, number]>([
    ['a form that needs a physician is a task', {}, 1],
    ['an approved form is none', { medicalStatus: 'approved' }, 0],
    ['a form with a page under review is none', { medicalStatus: 'review' }, 0],
    ['an expired form is none', { isValid: false }, 0],
    ['a replaced form is none', { replacedBy: 'another' }, 0],
  ])('groups a record: %s', (_, changes, count) => {
    const { tasks, signed } = groupForms([], [record(changes)], own);
    expect(tasks).toHaveLength(count);
    expect(signed).toHaveLength(1);
  });
});

describe('groupForms: guardian', () => {
  const waiting = draft({ id: 'waits', affiliateId: 3, isOwn: false, state: 'signing' });
  const filling = draft({ id: 'begun', affiliateId: 3, isOwn: false });

  it('lists a child’s missing signature on the guardian’s page, but no other drafts', () => {
    const { tasks, drafts } = groupForms([waiting, filling], [], own);
    expect(tasks).toEqual([{ kind: 'sign', draft: waiting }]);
    expect(drafts).toEqual([]);
  });

  it('lists only the child’s forms on the child’s page', () => {
    const { tasks, drafts } = groupForms([draft({ state: 'signing' }), waiting, filling], [], childs);
    expect(tasks).toEqual([{ kind: 'sign', draft: waiting }]);
    expect(drafts).toEqual([filling]);
  });
});
