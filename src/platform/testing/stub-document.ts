import { vi } from 'vitest';

/** Stubs the boot data in the document for browser code, until `vi.unstubAllGlobals`. */
export function stubDocument(): void {
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"errorSampleRate":0}' }) });
}
