import { PhysicianPageScreen } from '#features/association/web/physician-pages/physician-page-screen.tsx';
import { PendingReview } from '#features/forms/web/clearance/pending-review.tsx';

/** Where two areas meet: the desk lists the pages, and forms show one and take what is said of it. */
export function DeskPhysicianPagesPage() {
  return <PhysicianPageScreen Review={PendingReview} />;
}
