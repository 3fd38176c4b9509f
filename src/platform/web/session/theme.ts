import { useSyncExternalStore } from 'react';
import { getThemeMedia, type Theme } from '#platform/shared/boot-data.ts';
import { createListeners, definePageState } from '#platform/web/page-state.ts';
import { boot } from './boot.ts';
import { savePreferenceCookie } from './preference-cookie.ts';

/** The theme depends on the device and its surroundings, so it is stored in the browser and not in the account. */
const pageState = definePageState<{ theme: Theme }>(() => ({ theme: boot.theme }));
const listeners = createListeners();
let otherTabs: BroadcastChannel | undefined;

/** Applies a theme that is chosen in another tab. */
export function watchTheme(): void {
  otherTabs = new BroadcastChannel('theme');
  otherTabs.addEventListener('message', ({ data }: MessageEvent<Theme>) => applyTheme(data));
}

export function setTheme(theme: Theme): void {
  savePreferenceCookie('theme', theme);
  applyTheme(theme);
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  otherTabs?.postMessage(theme);
}

function applyTheme(theme: Theme): void {
  pageState().theme = theme;
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  // The theme-color of the browser's own interface, one meta element for each theme.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.media = getThemeMedia(meta.dataset['theme'] as Theme, theme);
  listeners.notify();
}

const readTheme = () => pageState().theme;

export function useTheme(): Theme {
  return useSyncExternalStore(listeners.subscribe, readTheme, readTheme);
}
