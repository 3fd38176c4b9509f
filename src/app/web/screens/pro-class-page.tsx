import { canCertifyClass } from '#features/certifications/shared/policy.ts';
import { CertifyClassButton } from '#features/certifications/web/readiness/certify-class-button.tsx';
import { BoardScreen } from '#features/learning/web/board/board-screen.tsx';
import { refreshLearning } from '#features/learning/web/queries.ts';
import { currentToken } from '#platform/web/session/session.ts';

const renderClassButton = (packageId: string) =>
  canCertifyClass(currentToken()) && <CertifyClassButton packageId={packageId} onDone={() => void refreshLearning()} />;

export function ProClassPage() {
  return <BoardScreen forCourse={renderClassButton} />;
}
