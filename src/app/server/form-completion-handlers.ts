import { dsdFormHooks } from '#features/dsd/server/public.ts';
import type { FormHooksByPacket } from '#features/forms/server/public.ts';
import { startElearning } from '#features/learning/server/public.ts';

/** Runs when all parties have signed a packet's forms, by packet. A cleared DSD guest gets the eLearning course. */
export const formCompletionHandlers: FormHooksByPacket = {
  dsd: dsdFormHooks(startElearning),
};
