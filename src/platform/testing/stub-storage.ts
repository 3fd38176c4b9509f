import { vi } from 'vitest';

/** What all tabs of a browser share. As the real one does, it shows its keys as its own and its methods not at all. */
export function stubLocalStorage(): Record<string, string> {
  const storage: Record<string, string> = {};
  Object.setPrototypeOf(storage, {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void delete storage[key],
  });
  vi.stubGlobal('localStorage', storage);
  return storage;
}
