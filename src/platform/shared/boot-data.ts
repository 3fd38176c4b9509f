import type { PageBrand } from './brand.ts';
import type { Locale } from './locale.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The media query of an element that is made for one theme, given the chosen theme. */
export function getThemeMedia(theme: Theme, chosenTheme: Theme): string {
  if (chosenTheme === 'system') return `(prefers-color-scheme: ${theme})`;
  return theme === chosenTheme ? 'all' : 'not all';
}

/** Data that the server embeds in the HTML as JSON, never as script. */
export interface BootData {
  brand: PageBrand;
  version: string;
  /** The host name of the page's address. */
  host: string;
  /** The browser's locale; a signed-in person's own choice comes with the session. */
  locale: Locale;
  /** The browser's time zone, as of its last visit. */
  timeZone: string;
  /** The theme chosen in this browser. */
  theme: Theme;
  maintenance: { isOn: boolean; message: string };
  errorSampleRate: number;
  isProduction: boolean;
}

/** Whether this host serves mainland China. A pattern may start with `*.`. */
export function isMainlandChinaHost(brand: PageBrand, host: string): boolean {
  return brand.mainlandChina.hosts.some((pattern) =>
    pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern,
  );
}
