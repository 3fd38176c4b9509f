import { describe, expect, it } from 'vitest';
import { createStudyClock } from './study-clock.ts';

const minuteMs = 60_000;

describe('createStudyClock', () => {
  it('counts seconds while the page is visible', () => {
    const clock = createStudyClock(0);
    clock.tick(1_000, true);
    clock.tick(2_000, false);
    clock.tick(3_000, true);
    expect([clock.take(), clock.take()]).toEqual([2, 0]);
  });

  it('stops two minutes after the last activity and resumes with the next', () => {
    const clock = createStudyClock(0);
    clock.tick(2 * minuteMs, true);
    clock.tick(2 * minuteMs + 1, true);
    expect(clock.read()).toBe(1);
    clock.touch(5 * minuteMs);
    clock.tick(5 * minuteMs + 1_000, true);
    expect(clock.read()).toBe(2);
  });
});
