import { vi } from 'vitest';

/** For code of a page that runs without one, until `vi.unstubAllGlobals`: what the server writes into every page. */
export function stubDocument(): void {
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"errorSampleRate":0}' }) });
}
