const activeMs = 60_000;
/** Opening the page counts as input. */
let lastInputMs = Date.now();

function recordInput(): void {
  lastInputMs = Date.now();
}

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  globalThis.addEventListener?.(kind, recordInput, { passive: true, capture: true });

/** Whether the page was used within the last minute. Background requests such as polling must not extend a session. */
export function isUserActive(): boolean {
  return Date.now() - lastInputMs < activeMs;
}
