import { PhysicianPageScreen } from '#features/association/web/physician-pages/physician-page-screen.tsx';
import { PendingReview } from '#features/forms/web/clearance/pending-review.tsx';

/** The desk's queue with the physician page review of the forms feature. */
export function DeskPhysicianPagesPage() {
  return <PhysicianPageScreen Review={PendingReview} />;
}
