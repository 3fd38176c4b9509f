import { canCertify } from '#features/certifications/shared/policy.ts';
import { CertifyButton } from '#features/certifications/web/readiness/certify-button.tsx';
import { ReadinessPanel } from '#features/certifications/web/readiness/readiness-panel.tsx';
import { currentToken } from '#platform/web/session/session.ts';
import { type RenderForGraduate, StudentRecordScreen } from '#features/learning/web/record/student-record-screen.tsx';

const renderCertifyButton: RenderForGraduate = ({ packageId, student: { affiliateId, name } }, refresh) =>
  canCertify(currentToken()) && <CertifyButton graduate={{ packageId, affiliateId, name }} onDone={refresh} />;
const renderReadiness = (packageId: string, affiliateId: number) => (
  <ReadinessPanel packageId={packageId} affiliateId={affiliateId} />
);

/** A student's record with readiness and the certify button of the certifications feature. */
export function StudentRecordPage() {
  return <StudentRecordScreen forGraduate={renderCertifyButton} readiness={renderReadiness} />;
}
