import { PageDeskScreen } from '../../features/association/web/page-desk-screen.tsx';
import { WaitingReview } from '../../features/forms/web/waiting-review.tsx';

/** Where two areas meet: the desk lists the pages, and forms show one and take what is said of it. */
export function DeskPages() {
  return <PageDeskScreen Review={WaitingReview} />;
}
