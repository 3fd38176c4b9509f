import type { Context } from '#platform/server/http/context.ts';
import { type FormProblem, type FormStatus, listFormStatuses } from './form-status.ts';

/** A diver with their store and professional; forms that name one of these count. */
export interface Trainee {
  affiliateId: number;
  storeNumber: number | null;
  memberNumber: number | null;
  /** The forms that the course requires: `course` unless stated. */
  packet?: 'course' | 'dsd';
}

/** The status of a course's forms and the medical, without answers. */
export interface CourseFormStatus {
  forms: 'missing' | 'guardian' | 'signed';
  medical: 'missing' | 'ok' | 'physician' | 'review' | 'refused' | 'expired';
  /** Null unless the medical is clear. */
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
  context: Pick<Context, 'db' | 'services'>,
  trainees: readonly Trainee[],
  now: Date,
): Promise<CourseFormStatus[]> {
  const requests = trainees.map(({ affiliateId, storeNumber, memberNumber, packet = 'course' }) => ({
    affiliateId,
    storeNumber,
    memberNumber,
    onDate: now,
    packet,
  }));
  return (await listFormStatuses(context, requests)).map(toCourseFormStatus);
}

function toCourseFormStatus({ isSigned, isMedicalClear, medicalUntil, missing }: FormStatus): CourseFormStatus {
  const medical = missing.map((problem) => medicalByProblem[problem]).find((problem) => problem !== undefined) ?? 'ok';
  return {
    forms: isSigned ? 'signed' : missing.includes('guardian_signature_missing') ? 'guardian' : 'missing',
    medical,
    medicalUntil: isMedicalClear ? medicalUntil : null,
  };
}
