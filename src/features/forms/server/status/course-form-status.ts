import type { Context } from '#platform/server/http/context.ts';
import { type FormProblem, type FormStatus, listFormStatuses } from './form-status.ts';

/** A diver and those they train with: forms count that name one of them. */
export interface Trainee {
  affiliateId: number;
  storeNumber: number | null;
  memberNumber: number | null;
}

/** How the forms of a course stand, and whether the medical is fine. Nothing of what was answered. */
export interface CourseFormStatus {
  forms: 'missing' | 'guardian' | 'signed';
  medical: 'missing' | 'ok' | 'physician' | 'review' | 'refused' | 'expired';
  /** While it is fine. */
  medicalUntil: string | null;
}

const medicalByProblem: Partial<Record<FormProblem, CourseFormStatus['medical']>> = {
  medical_missing: 'missing',
  medical_expired: 'expired',
  physician_missing: 'physician',
  confirmation_pending: 'review',
  physician_refused: 'refused',
};

export async function listCourseFormStatuses(
  asking: Pick<Context, 'db' | 'services'>,
  trainees: readonly Trainee[],
  now: Date,
): Promise<CourseFormStatus[]> {
  const queries = trainees.map(({ affiliateId, storeNumber, memberNumber }) => ({
    affiliateId,
    storeNumber,
    memberNumber,
    onDate: now,
    packet: 'course' as const,
  }));
  return (await listFormStatuses(asking, queries)).map(toCourseFormStatus);
}

function toCourseFormStatus({ isSigned, isMedicalClear, medicalUntil, missing }: FormStatus): CourseFormStatus {
  const medical = missing.map((problem) => medicalByProblem[problem]).find((problem) => problem !== undefined) ?? 'ok';
  return {
    forms: isSigned ? 'signed' : missing.includes('guardian_signature_missing') ? 'guardian' : 'missing',
    medical,
    medicalUntil: isMedicalClear ? medicalUntil : null,
  };
}
