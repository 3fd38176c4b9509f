import { currentToken } from '#platform/web/session/session.ts';
import { dsdPackageId } from '#features/learning/shared/dsd-package.ts';
import type { Offer } from '#features/learning/shared/codes-contract.ts';
import type { Entitlement } from '#features/learning/shared/course-contract.ts';
import { findNextStep, type NextStep } from '#features/learning/shared/next-step.ts';
import { useCourseReport, useOffers } from '#features/learning/web/queries.ts';
import { useIsDsdOver, useIsInDsd, useTrainingDives } from './dashboard-queries.ts';

interface DashboardStep {
  step: NextStep | null;
  /** The course has nothing left to do, or its dive is made. */
  isCourseOver: boolean;
  /** The course to take next, if there is nothing else to do. */
  offer: Offer | null;
}

/** The person's own next step; the tasks of professionals come between their dives and courses. Without any course, the first steps have the button instead. */
export function useNextStep(
  featured: Entitlement | null,
  areCoursesLoaded: boolean,
  hasApplication: boolean,
): DashboardStep {
  const dives = useTrainingDives().data ?? [];
  const isInDsd = useIsInDsd();
  const isDsdOver = useIsDsdOver();
  const report = useCourseReport(featured?.packageId).data;
  const isPastDsd = isDsdOver && featured?.packageId === dsdPackageId;
  const isCourseOver =
    isPastDsd || (featured !== null && featured.next === null && report !== undefined && isDived(report));
  const offers = useOffers(currentToken()?.sub ?? '', { isEnabled: areCoursesLoaded && isCourseOver });
  const [offer = null] = offers.data ?? [];
  const step = findNextStep({
    application: hasApplication,
    returned_dive: dives.some(({ status }) => status === 'Returned'),
    discover: isInDsd,
    course: featured !== null && !isCourseOver,
    offer: isCourseOver && offer !== null,
  });
  return { step, isCourseOver, offer: step === 'offer' ? offer : null };
}

const isDived = ({ dives, divesVerified }: { dives: number; divesVerified: number }) => divesVerified >= dives;
