import { describe, expect, it } from 'vitest';
import { findUrgentTask } from './urgent-task.ts';

const calm = { clearances: 0, dives: 0, applications: 0, ready: 0, forms: 0 };

describe('where a professional stands', () => {
  it.each([
    ['clearances', { ...calm, clearances: 1, dives: 5 }, 1],
    ['dives', { ...calm, dives: 5, applications: 2 }, 5],
    ['applications', { ...calm, applications: 2, ready: 1 }, 2],
    ['ready', { ...calm, ready: 1, forms: 3 }, 1],
    ['forms', { ...calm, forms: 3 }, 3],
    ['nothing', calm, 0],
  ] as const)('is said by %s first', (what, counts, count) => {
    expect(findUrgentTask(counts)).toMatchObject({ what, count });
  });

  it('is not said before it is known, unless what is known is more urgent', () => {
    expect(findUrgentTask({ ...calm, dives: undefined, applications: 3 })).toBeNull();
    expect(findUrgentTask({ ...calm, dives: 1, applications: undefined })?.what).toBe('dives');
    expect(findUrgentTask({ ...calm, forms: undefined })).toBeNull();
  });
});
