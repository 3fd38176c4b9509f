import type { Application, Reason } from '#features/applications/shared/application.ts';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';

/** The kind of proofs and reasons that contain health data. */
export const medicalKind = 'medical';

/** Keeps whether it is met, but removes the date and the reason. */
export function redactMedical(requirements: RequirementResult[]): RequirementResult[] {
  return requirements.map((result) =>
    result.kind === medicalKind
      ? { ...result, have: null, need: null, date: null, problem: result.isMet ? null : 'proof_missing', parts: [] }
      : result,
  );
}

const removeMedicalReasons = (reasons: Reason[]) => reasons.filter(({ field }) => field !== medicalKind);

/** Removes medical data from a view. */
export function withoutMedical(view: Application): Application {
  return {
    ...view,
    proofs: view.proofs.filter(({ kind }) => kind !== medicalKind),
    requirements: redactMedical(view.requirements),
    reasons: removeMedicalReasons(view.reasons),
    steps: view.steps.map((step) => ({ ...step, reasons: removeMedicalReasons(step.reasons) })),
  };
}
