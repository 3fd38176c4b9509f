import { useSyncExternalStore } from 'react';
import type { Theme } from '../shared/boot.ts';
import { boot } from './boot.ts';
import { keepChoice } from './cookie.ts';

/** Light or dark is a matter of this device and the light around it, so it is kept here and not with the person. */
let current: Theme = boot.theme;
const listeners = new Set<() => void>();
const otherTabs = new BroadcastChannel('theme');
otherTabs.addEventListener('message', ({ data }: MessageEvent<Theme>) => show(data));

export function chooseTheme(theme: Theme): void {
  keepChoice('theme', theme);
  show(theme);
  otherTabs.postMessage(theme);
}

function show(theme: Theme): void {
  current = theme;
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => current);
}
