import { ageOn } from '#domain/age.ts';
import { dayMs, toIsoDate } from '#platform/shared/dates.ts';
import type { Checkpoint, CheckpointStatus } from './contract.ts';

const validDays = 30;

/** In the query of `/dsd/welcome`: the guardian signs up a child, who may not be added yet. */
export const newChildParameter = 'child';

/** The promotions page requires a checkpoint processed 0 to 30 days ago; stored statuses differ in case. */
export function isRecentlyProcessed(checkpoint: Pick<Checkpoint, 'status' | 'updatedDate'> | null, now: Date): boolean {
  if (checkpoint === null || checkpoint.status.toLowerCase() !== 'processed') return false;
  const ageMs = now.getTime() - Date.parse(checkpoint.updatedDate);
  return ageMs >= 0 && ageMs <= validDays * dayMs;
}

/** A diver may repeat the program once the last dive is more than 30 days ago. */
export function canRestart(checkpoint: Pick<Checkpoint, 'status' | 'updatedDate'>, now: Date): boolean {
  return (
    normalizeStatus(checkpoint) === 'processed' &&
    now.getTime() - Date.parse(checkpoint.updatedDate) > validDays * dayMs
  );
}

/** Later steps such as the e-learning may start once the forms are completed. */
export function hasCompletedForms(checkpoint: Pick<Checkpoint, 'status'> | null): boolean {
  return ['completed', 'processed'].includes(checkpoint?.status.toLowerCase() ?? '');
}

/** Full years on the day of the dive. */
export const minAge = 10;

export function ageProblem(birthdate: string | null, today: string): 'birthdate_missing' | 'too_young' | null {
  if (birthdate === null) return 'birthdate_missing';
  return ageOn(birthdate, today) < minAge ? 'too_young' : null;
}

/** The first day on which a diver is old enough. A birthday on 29 February counts as 1 March. */
export function eligibleFrom(birthdate: string): string {
  const [year = 0, month = 1, day = 1] = birthdate.split('-').map(Number);
  return toIsoDate(new Date(Date.UTC(year + minAge, month - 1, day)));
}

const maxDaysAhead = 366;

/** The guest's calendar may be a day behind the server's. */
export function isDiveDate(date: string, today: string): boolean {
  const daysAhead = (Date.parse(date) - Date.parse(today)) / dayMs;
  return daysAhead >= -1 && daysAhead <= maxDaysAhead;
}

/** The allowed steps and who takes each of them. */
const transitions: readonly { from: CheckpointStatus; to: CheckpointStatus; by: Actor }[] = [
  { from: 'welcome', to: 'affiliation', by: 'diver' },
  { from: 'affiliation', to: 'forms', by: 'diver' },
  // A diver may have confirmed the wrong store; nothing they could read is signed yet.
  { from: 'forms', to: 'affiliation', by: 'diver' },
  { from: 'forms', to: 'forms-submitted', by: 'forms' },
  { from: 'forms', to: 'completed', by: 'forms' },
  { from: 'forms-submitted', to: 'completed', by: 'forms' },
  // A corrected form may require a physician after all.
  { from: 'completed', to: 'forms-submitted', by: 'forms' },
  { from: 'completed', to: 'processed', by: 'professional' },
];
/** The diver, the portal when forms are signed or a physician decides, or the named store or professional. */
export type Actor = 'diver' | 'forms' | 'professional';

const statusOrder: Readonly<Record<CheckpointStatus, number>> = {
  welcome: 0,
  affiliation: 1,
  forms: 2,
  'forms-submitted': 3,
  completed: 4,
  processed: 5,
};

export function normalizeStatus({ status }: Pick<Checkpoint, 'status'>): CheckpointStatus {
  return status.toLowerCase() as CheckpointStatus;
}

export function canTransition(by: Actor, from: CheckpointStatus, to: CheckpointStatus): boolean {
  return transitions.some((step) => step.by === by && step.from === from && step.to === to);
}

/** Sending the current or an earlier status again is not an error. */
export function hasReached(current: CheckpointStatus, target: CheckpointStatus): boolean {
  return statusOrder[current] >= statusOrder[target];
}

/** The store and the professional named by a link. Invalid numbers are ignored. */
export interface LinkedProfessionals {
  store: number | null;
  member: number | null;
}

export function parseLinkedProfessionals(query: URLSearchParams): LinkedProfessionals {
  const read = (...names: string[]) => {
    const text =
      names
        .map((name) => query.get(name))
        .find((value) => value)
        ?.trim() ?? '';
    return /^0*[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  };
  return {
    store: read('store', 'storeNumber', 'store_number'),
    member: read('member', 'memberNumber', 'member_number'),
  };
}

/** Whether a link names another store or professional than the checkpoint. */
export function isOtherProfessional(
  checkpoint: Pick<Checkpoint, 'store_number' | 'member_number'>,
  named: LinkedProfessionals,
): boolean {
  return (
    (named.store !== null && named.store !== checkpoint.store_number) ||
    (named.member !== null && named.member !== checkpoint.member_number)
  );
}

const statusPaths: Readonly<Record<CheckpointStatus, string>> = {
  welcome: '/dsd/welcome',
  affiliation: '/dsd/confirm-affiliation',
  forms: '/training/medical-form',
  'forms-submitted': '/training/medical-form',
  completed: '/training?ref=dsd',
  processed: '/training?ref=dsd',
};

/** The page on which the program continues. */
export function getNextPath(checkpoint: Checkpoint | null, named: LinkedProfessionals, now: Date): string {
  if (checkpoint === null || isOtherProfessional(checkpoint, named) || canRestart(checkpoint, now))
    return statusPaths.welcome;
  return statusPaths[normalizeStatus(checkpoint)] ?? statusPaths.welcome;
}
