import { dsdFormHooks } from '#features/dsd/server/public.ts';
import type { FormHooksByPacket } from '#features/forms/server/public.ts';
import { startElearning } from '#features/learning/server/public.ts';

/** What follows from forms that all have signed; each area adds its own. Whoever may dive gets the course that goes before it. */
export const formCompletionHandlers: FormHooksByPacket = {
  dsd: dsdFormHooks(startElearning),
};
