import { backoffMs } from '#platform/web/client/backoff.ts';

interface SaveLoopOptions {
  /** The pause in changes after which they are sent. */
  debounceMs: number;
  /** Returns the request to send now, or null. `isRequested` is false if a timer caused it. */
  prepare: (isRequested: boolean) => (() => Promise<'done' | 'later'>) | null;
}

/**
 * Decides when drafts and outboxes send: after a pause, one request at a time, and with growing delays while the server
 * cannot be reached.
 */
export function createSaveLoop({ debounceMs, prepare }: SaveLoopOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let retries = 0;
  let isStopped = false;

  function schedule(ms = debounceMs): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void run(), ms);
  }

  /** Sends now. Changes made during a request are sent after it. */
  async function run(isRequested = false): Promise<void> {
    clearTimeout(timer);
    if (running !== null) {
      await running;
      return run(isRequested);
    }
    const send = prepare(isRequested);
    if (send === null) return;
    running = finish(send).finally(() => {
      running = null;
    });
    await running;
  }

  async function finish(send: () => Promise<'done' | 'later'>): Promise<void> {
    if ((await send()) === 'later') schedule(backoffMs(retries++));
    else retries = 0;
  }

  return {
    schedule,
    cancel: () => clearTimeout(timer),
    run,
    isRunning: () => running !== null,
    /** Timers no longer send; `run` still does. */
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
    start(): void {
      isStopped = false;
    },
  };
}
