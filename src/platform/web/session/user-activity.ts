const activeMs = 60_000;
/** Opening a page counts as well. */
let lastInputMs = Date.now();

function recordInput(): void {
  lastInputMs = Date.now();
}

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  globalThis.addEventListener?.(kind, recordInput, { passive: true, capture: true });

/** Whether somebody is at this page. What it asks for without them, such as by polling, must not keep a session open. */
export function isUserActive(): boolean {
  return Date.now() - lastInputMs < activeMs;
}
