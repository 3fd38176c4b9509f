/** The number of open tasks of each kind; undefined while unknown. */
export interface ProCounts {
  dives: number | undefined;
  /** Physicians' clearances to confirm. */
  clearances: number | undefined;
  applications: number | undefined;
  ready: number | undefined;
  forms: number | undefined;
}

export interface UrgentTask {
  what: keyof ProCounts | 'nothing';
  count: number;
  /** The page of the task. */
  to: string;
}

/** The received forms, filtered to those with a clearance to confirm. */
export const clearancesPath = '/training/forms-applications?tab=received&show=review';

/** Most urgent first: tasks that only a professional can do. */
const taskPriority: readonly { what: keyof ProCounts; to: string }[] = [
  { what: 'clearances', to: clearancesPath },
  { what: 'dives', to: '/logbook/verification' },
  { what: 'applications', to: '/pro/applications' },
  { what: 'ready', to: '/pro/class?show=ready' },
  { what: 'forms', to: '/pro/class?show=blocked' },
];

/** The known tasks, most urgent first. */
export function listTasks(counts: ProCounts): { what: keyof ProCounts; count: number; to: string }[] {
  return taskPriority.flatMap(({ what, to }) => {
    const count = counts[what] ?? 0;
    return count > 0 ? [{ what, count, to }] : [];
  });
}

/** The task of the headline; null while it is unknown. A known task is shown before less urgent counts are loaded. */
export function findUrgentTask(counts: ProCounts): UrgentTask | null {
  for (const { what, to } of taskPriority) {
    const count = counts[what];
    if (count === undefined) return null;
    if (count > 0) return { what, count, to };
  }
  return { what: 'nothing', count: 0, to: '/pro/class' };
}
