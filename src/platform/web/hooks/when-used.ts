/** Long enough that the page has loaded everything it shows. */
const idleMs = 4_000;

let used: Promise<void> | undefined;

/** Resolves on the first input, or a few seconds after the page was opened. Work that no one sees waits for it. */
export function whenUsed(): Promise<void> {
  used ??= new Promise((resolve) => {
    const stop = new AbortController();
    const finish = () => {
      stop.abort();
      resolve();
    };
    for (const kind of ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'])
      addEventListener(kind, finish, { passive: true, capture: true, signal: stop.signal });
    setTimeout(finish, idleMs);
  });
  return used;
}
