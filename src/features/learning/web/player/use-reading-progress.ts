import { useEffect, useEffectEvent, useRef } from 'react';
import { whenUsed } from '#platform/web/hooks/when-used.ts';
import type { LessonView } from '#features/learning/shared/course-contract.ts';
import { queueStep } from './learning-outbox.ts';
import { createStudyClock } from './study-clock.ts';

const tickMs = 1_000;
const reportAfterS = 30;
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchmove'];

/**
 * Reports the reading time and position of a lesson, and restores the position. Nothing is sent before the page is used, so
 * that reports don't compete with what the page still loads.
 */
export function useReadingProgress(lesson: LessonView): void {
  const reported = useRef(lesson.position);
  const queueReading = useEffectEvent((position: number, seconds: number) => {
    reported.current = position;
    queueStep(lesson.packageId, { kind: 'read', lesson: lesson.id, position, seconds });
  });
  const queueOpening = useEffectEvent(() => queueStep(lesson.packageId, { kind: 'open', lesson: lesson.id }));
  const restorePosition = useEffectEvent(() => {
    if (!lesson.isDone) scrollToBlock(lesson.position);
    return lesson.position;
  });

  useEffect(() => {
    const stop = new AbortController();
    const clock = createStudyClock(Date.now());
    let last = restorePosition();
    let isOpened = false;
    const open = () => {
      if (!isOpened) queueOpening();
      isOpened = true;
    };
    const report = () => {
      open();
      if (clock.read() > 0 || last !== reported.current) queueReading(last, Math.min(600, clock.take()));
    };
    const timer = setInterval(() => {
      const now = Date.now();
      if (isPageActive()) clock.touch(now);
      clock.tick(now, document.visibilityState === 'visible');
      const position = currentBlock();
      // Reports only positions where the reader stays for a second, not every block that is scrolled past.
      const hasSettled = isOpened && position === last && position !== reported.current;
      last = position;
      if (hasSettled || clock.read() >= reportAfterS) report();
    }, tickMs);
    const { signal } = stop;
    void whenUsed().then(() => signal.aborted || open());
    for (const event of activityEvents)
      document.addEventListener(event, () => clock.touch(Date.now()), { signal, passive: true, capture: true });
    addEventListener('pagehide', report, { signal });
    document.addEventListener('visibilitychange', report, { signal });
    return () => {
      stop.abort();
      clearInterval(timer);
      report();
    };
  }, []);
}

function isPageActive(): boolean {
  return [...document.querySelectorAll<HTMLVideoElement>('article video')].some((video) => !video.paused);
}

/** Index of the last block that starts in the upper two thirds of the viewport. */
function currentBlock(): number {
  const blocks = [...document.querySelectorAll('article [data-block]')];
  const last = blocks.findLastIndex((block) => block.getBoundingClientRect().top < (innerHeight * 2) / 3);
  return Math.max(0, last);
}

/** Scrolls only if the block is below the viewport. */
function scrollToBlock(position: number): void {
  const block = document.querySelector(`article [data-block="${position}"]`);
  if (block && block.getBoundingClientRect().top > innerHeight) block.scrollIntoView({ block: 'start' });
}
