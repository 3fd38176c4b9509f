import { vi } from 'vitest';

/** Stubs local storage. Like the real one, it has its keys as own properties and its methods on the prototype. */
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
