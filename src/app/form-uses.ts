import { dsdFormUse } from '../features/dsd/server/public.ts';
import type { FormUses } from '../features/forms/server/public.ts';
import { beginElearning } from '../features/learning/server/public.ts';

/** What follows from forms that all have signed; each area adds its own. Whoever may dive gets the course that goes before it. */
export const formUses: FormUses = {
  dsd: dsdFormUse(beginElearning),
};
