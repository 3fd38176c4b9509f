import type { Services } from '../platform/server/context.ts';
import type { Job } from '../platform/server/jobs.ts';

/** Every kind of background work; each area adds its own here. */
export function jobsOf(services: Services): Job[] {
  return [services.mail.job as unknown as Job];
}
