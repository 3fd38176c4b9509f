import { useSyncExternalStore } from 'react';
import { keepChoice, readChoice } from './cookie.ts';

export type Theme = 'system' | 'light' | 'dark';
const listeners = new Set<() => void>();

export function currentTheme(): Theme {
  const chosen = readChoice('theme');
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** The server puts the choice into the page it makes, so that nothing flashes. */
export function switchTheme(theme: Theme): void {
  keepChoice('theme', theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentTheme);
}
