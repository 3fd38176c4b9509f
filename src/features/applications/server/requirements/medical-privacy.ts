import type { Application, Reason } from '#features/applications/shared/application.ts';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import type { ApplicationRole } from '#features/applications/shared/steps.ts';

/** Copies and reasons of this kind say something about somebody's health. */
const medical = 'medical';

/** Whether somebody may see the applicant's medical papers. A store sees whether one is on file, and nothing else. */
export function canSeeMedical(role: ApplicationRole, kind: string): boolean {
  return role !== 'store' || kind !== medical;
}

/** Met or not: neither a date nor why. */
export function redactMedical(requirements: RequirementResult[]): RequirementResult[] {
  return requirements.map((judged) =>
    judged.kind === medical
      ? { ...judged, have: null, need: null, date: null, problem: judged.isMet ? null : 'proof_missing', parts: [] }
      : judged,
  );
}

const removeMedicalReasons = (reasons: Reason[]) => reasons.filter(({ field }) => field !== medical);

/** An application as a store reads it. */
export function redactForStore(view: Application): Application {
  return {
    ...view,
    proofs: view.proofs.filter(({ kind }) => kind !== medical),
    requirements: redactMedical(view.requirements),
    reasons: removeMedicalReasons(view.reasons),
    steps: view.steps.map((step) => ({ ...step, reasons: removeMedicalReasons(step.reasons) })),
  };
}
