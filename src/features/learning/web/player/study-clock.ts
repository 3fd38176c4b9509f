/** Without activity for this long, the learner counts as away. */
const idleMs = 120_000;

/** Counts the seconds in which the page is visible and the learner was recently active. */
export function createStudyClock(startMs: number) {
  let activeMs = startMs;
  let seconds = 0;
  return {
    touch(nowMs: number): void {
      activeMs = nowMs;
    },
    /** Must be called once per second. */
    tick(nowMs: number, isSeen: boolean): void {
      if (isSeen && nowMs - activeMs <= idleMs) seconds += 1;
    },
    read: () => seconds,
    take(): number {
      const taken = seconds;
      seconds = 0;
      return taken;
    },
  };
}
