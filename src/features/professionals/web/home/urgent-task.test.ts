import { describe, expect, it } from 'vitest';
import { findUrgentTask } from './urgent-task.ts';

const noTasks = { clearances: 0, dives: 0, applications: 0, ready: 0, forms: 0 };

describe('findUrgentTask', () => {
  it.each([
    ['clearances', { ...noTasks, clearances: 1, dives: 5 }, 1],
    ['dives', { ...noTasks, dives: 5, applications: 2 }, 5],
    ['applications', { ...noTasks, applications: 2, ready: 1 }, 2],
    ['ready', { ...noTasks, ready: 1, forms: 3 }, 1],
    ['forms', { ...noTasks, forms: 3 }, 3],
    ['nothing', noTasks, 0],
  ] as const)('returns %s first', (what, counts, count) => {
    expect(findUrgentTask(counts)).toMatchObject({ what, count });
  });

  it('returns null while a more urgent count is unknown', () => {
    expect(findUrgentTask({ ...noTasks, dives: undefined, applications: 3 })).toBeNull();
    expect(findUrgentTask({ ...noTasks, dives: 1, applications: undefined })?.what).toBe('dives');
    expect(findUrgentTask({ ...noTasks, forms: undefined })).toBeNull();
  });
});
