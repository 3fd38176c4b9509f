import { ClassButton } from '../../features/certifications/web/readiness/class-button.tsx';
import { BoardScreen } from '../../features/learning/web/board/board-screen.tsx';
import { isInstructor } from '../../features/professionals/shared/rules.ts';
import { refreshLearning } from '../../features/learning/web/queries.ts';
import { currentToken } from '../../platform/web/session.ts';

const certifyClass = (packageId: string) =>
  isInstructor(currentToken()?.affiliateTypeId ?? 0) && (
    <ClassButton packageId={packageId} onDone={() => void refreshLearning()} />
  );

/** The class board, with certifying a whole class. */
export function ProClassPage() {
  return <BoardScreen forCourse={certifyClass} />;
}
