import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { canRequestPayment, canSeeContact, canSeeMedical, getApplicationRole } from './policy.ts';
import { applicationRoles } from './steps.ts';

const ids = { applicant: 1, instructor: 2, store: 3, staff: 4, stranger: 5 };
const submitted = {
  affiliateId: ids.applicant,
  instructorId: ids.instructor,
  storeId: ids.store,
  state: 'SubmittedToInstructor' as const,
  deletedAt: null,
  unseenBy: [],
};
const roleOf = (affiliateId: number, application: Parameters<typeof getApplicationRole>[1] = submitted) => {
  const affiliateTypeId = affiliateId === ids.staff ? affiliateType.staff : affiliateType.instructor;
  return getApplicationRole({ affiliateId, affiliateTypeId }, application);
};

describe('getApplicationRole', () => {
  it('names the role of each party, and none for strangers', () => {
    expect(Object.values(ids).map((id) => roleOf(id))).toEqual(['applicant', 'instructor', 'store', 'staff', null]);
  });

  it('shows a draft to the applicant only', () => {
    const draft = { ...submitted, state: 'Draft' as const };
    expect(Object.values(ids).map((id) => roleOf(id, draft))).toEqual(['applicant', null, null, null, null]);
  });

  it('hides it from people named after it was returned, until it is submitted to them', () => {
    const unseen = { ...submitted, state: 'Returned' as const, unseenBy: [ids.instructor, ids.store] };
    expect([ids.instructor, ids.store].map((id) => roleOf(id, unseen))).toEqual([null, null]);
  });

  it('hides a deleted application from the applicant', () => {
    expect(roleOf(ids.applicant, { ...submitted, deletedAt: new Date() })).toBeNull();
  });
});

describe('rights of a role', () => {
  it('hides contact details and medical documents from stores', () => {
    expect(applicationRoles.filter((role) => !canSeeContact(role))).toEqual(['store']);
    expect(applicationRoles.filter((role) => !canSeeMedical(role))).toEqual(['store']);
  });

  it('lets the applicant pay and staff send the link again', () => {
    expect(applicationRoles.filter(canRequestPayment)).toEqual(['applicant', 'staff']);
  });
});
