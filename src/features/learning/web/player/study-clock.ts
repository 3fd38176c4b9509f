/** Whoever has done nothing for so long is not reading any more. */
const idleMs = 120_000;

/** Counts the seconds in which somebody learns: the page is seen, and not long ago they did something. */
export function createStudyClock(startMs: number) {
  let activeMs = startMs;
  let seconds = 0;
  return {
    touch(nowMs: number): void {
      activeMs = nowMs;
    },
    /** To be called once a second. */
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
