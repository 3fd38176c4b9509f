import type { Checkpoint } from './contract.ts';

const dayMs = 24 * 60 * 60 * 1000;
const validDays = 30;

/** The promotions page needs a checkpoint that was processed, in any case of letters, 0 to 30 days ago. */
export function countsAsProcessed(checkpoint: Pick<Checkpoint, 'status' | 'updatedDate'> | null, now: Date): boolean {
  if (checkpoint === null || checkpoint.status.toLowerCase() !== 'processed') return false;
  const ageMs = now.getTime() - Date.parse(checkpoint.updatedDate);
  return ageMs >= 0 && ageMs <= validDays * dayMs;
}

/** The forms are done: what follows, such as the e-learning, may begin. */
export function hasCompletedForms(checkpoint: Pick<Checkpoint, 'status'> | null): boolean {
  return ['completed', 'processed'].includes(checkpoint?.status.toLowerCase() ?? '');
}
