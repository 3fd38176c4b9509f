// Who may do what with an application. The server enforces it, and screens hide what it would reject.

import { isStaff } from '#domain/roles.ts';
import { type Action, type ApplicationRole, type ApplicationState, findStep, type StepRole } from './steps.ts';

interface Viewer {
  affiliateId: number;
  affiliateTypeId: number;
}

interface Parties {
  affiliateId: number;
  instructorId: number | null;
  storeId: number | null;
  state: ApplicationState;
  deletedAt: Date | null;
  /** People named while it was back with the applicant. They read it once it is submitted to them. */
  unseenBy: readonly number[];
}

/** Only the applicant reads a draft. The instructor of a returned application has seen it and keeps access. */
export function getApplicationRole(viewer: Viewer, application: Parties): ApplicationRole | null {
  const { affiliateId } = viewer;
  if (application.affiliateId === affiliateId) return application.deletedAt === null ? 'applicant' : null;
  if (application.state === 'Draft' || application.unseenBy.includes(affiliateId)) return null;
  if (application.instructorId === affiliateId) return 'instructor';
  if (isStaff(viewer.affiliateTypeId)) return 'staff';
  return application.storeId === affiliateId ? 'store' : null;
}

export function canTakeStep(action: Action, role: StepRole, state: ApplicationState): boolean {
  return isStepRole(action, role) && findStep(action).from.includes(state);
}

export function isStepRole(action: Action, role: StepRole): boolean {
  const { by, alsoBy } = findStep(action);
  return role === by || role === alsoBy;
}

/** Applicants edit drafts and returned applications. */
export function canEditAsApplicant(role: ApplicationRole, state: ApplicationState): boolean {
  return role === 'applicant' && (state === 'Draft' || state === 'Returned');
}

/** Only the instructor decides; a store may return the application, but not send it to the association. */
export function canReview(role: ApplicationRole, state: ApplicationState): boolean {
  return role === 'instructor' && state === 'MemberReview';
}

export function canEdit(role: ApplicationRole, state: ApplicationState): role is 'applicant' | 'instructor' {
  return canEditAsApplicant(role, state) || canReview(role, state);
}

/** Staff can only have the payment link sent again. */
export function canRequestPayment(role: ApplicationRole): boolean {
  return role === 'applicant' || role === 'staff';
}

/** Stores don't decide, so they don't see the applicant's contact details. */
export function canSeeContact(role: ApplicationRole): boolean {
  return role !== 'store';
}

/** Stores see whether a medical is on file, but not the documents. */
export function canSeeMedical(role: ApplicationRole): boolean {
  return role !== 'store';
}
