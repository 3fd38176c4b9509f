import type { Application, Reason } from '#features/applications/shared/application.ts';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import type { ApplicationRole } from '#features/applications/shared/steps.ts';

/** The kind of proofs and reasons that contain health data. */
const medical = 'medical';

/** Stores see whether a medical is on file, but not the documents. */
export function canSeeMedical(role: ApplicationRole, kind: string): boolean {
  return role !== 'store' || kind !== medical;
}

/** Keeps whether it is met, but removes the date and the reason. */
export function redactMedical(requirements: RequirementResult[]): RequirementResult[] {
  return requirements.map((result) =>
    result.kind === medical
      ? { ...result, have: null, need: null, date: null, problem: result.isMet ? null : 'proof_missing', parts: [] }
      : result,
  );
}

const removeMedicalReasons = (reasons: Reason[]) => reasons.filter(({ field }) => field !== medical);

/** Removes medical data from the view of a store. */
export function redactForStore(view: Application): Application {
  return {
    ...view,
    proofs: view.proofs.filter(({ kind }) => kind !== medical),
    requirements: redactMedical(view.requirements),
    reasons: removeMedicalReasons(view.reasons),
    steps: view.steps.map((step) => ({ ...step, reasons: removeMedicalReasons(step.reasons) })),
  };
}
