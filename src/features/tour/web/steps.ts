import type { MessageId } from '#platform/shared/message-id.ts';
import { demoApplicationId, demoReadyStudentId, demoRequestId } from '#features/tour/shared/demo-ends.ts';
import type { TourPerson } from './tour-people.ts';

interface TourStep {
  path: string;
  text: MessageId;
}

/** Each tour ends with what the person's work or learning leads to. */
export const tours: Readonly<Record<TourPerson, readonly TourStep[]>> = {
  diver: [
    { path: '/training/dashboard', text: 'tour.diver.1' },
    { path: '/logbook/list', text: 'tour.diver.2' },
    { path: '/training/shop', text: 'tour.diver.3' },
    { path: '/certifications/list', text: 'tour.diver.4' },
  ],
  student: [
    { path: '/training/dashboard', text: 'tour.student.1' },
    { path: '/training/course/open-water', text: 'tour.student.2' },
    { path: '/logbook/log-dive/select-course', text: 'tour.student.4' },
    { path: '/training/eRecord/open-water', text: 'tour.student.3' },
  ],
  minor: [
    { path: '/training/dashboard', text: 'tour.minor.1' },
    { path: '/training/forms-applications', text: 'tour.minor.2' },
    { path: '/training/content/open-water?lesson=pressure/ears', text: 'tour.minor.3' },
    { path: '/certifications/list', text: 'tour.minor.4' },
  ],
  guardian: [
    { path: '/family', text: 'tour.guardian.1' },
    { path: '/training/forms-applications', text: 'tour.guardian.2' },
    { path: '/training/dashboard', text: 'tour.guardian.3' },
    { path: `/training/shop/requests/${demoRequestId}`, text: 'tour.guardian.4' },
  ],
  instructor: [
    { path: '/pro', text: 'tour.instructor.1' },
    { path: '/logbook/verification', text: 'tour.instructor.2' },
    { path: '/pro/class', text: 'tour.instructor.3' },
    {
      path: `/training/instructor/eRecord/${demoReadyStudentId}/open-water?affiliateId=${demoReadyStudentId}`,
      text: 'tour.instructor.4',
    },
  ],
  candidate: [
    { path: '/training/dashboard', text: 'tour.candidate.1' },
    { path: '/logbook/list', text: 'tour.candidate.3' },
    { path: `/applications/${demoApplicationId}`, text: 'tour.candidate.2' },
  ],
  store: [
    { path: '/pro', text: 'tour.store.1' },
    { path: '/training/dashboard', text: 'tour.store.3' },
    { path: '/pro/boat', text: 'tour.store.2' },
  ],
  staff: [
    { path: '/desk/people?search=okafor', text: 'tour.staff.2' },
    { path: '/desk/photos', text: 'tour.staff.3' },
    { path: '/desk/audit', text: 'tour.staff.4' },
    { path: '/desk/applications', text: 'tour.staff.1' },
  ],
};
