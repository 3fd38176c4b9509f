import { CertifyClassButton } from '#features/certifications/web/readiness/certify-class-button.tsx';
import { BoardScreen } from '#features/learning/web/board/board-screen.tsx';
import { isInstructor } from '#domain/roles.ts';
import { refreshLearning } from '#features/learning/web/queries.ts';
import { currentToken } from '#platform/web/session/session.ts';

const renderClassButton = (packageId: string) =>
  isInstructor(currentToken()?.affiliateTypeId ?? 0) && (
    <CertifyClassButton packageId={packageId} onDone={() => void refreshLearning()} />
  );

export function ProClassPage() {
  return <BoardScreen forCourse={renderClassButton} />;
}
