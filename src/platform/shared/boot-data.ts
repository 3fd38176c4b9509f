import type { PageBrand } from './brand.ts';
import type { Locale } from './locale.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** When what is made for one theme is for this page. */
export function getThemeMedia(own: Theme, chosen: Theme): string {
  if (chosen === 'system') return `(prefers-color-scheme: ${own})`;
  return own === chosen ? 'all' : 'not all';
}

/** What the page knows before it asks anything; it stands in the HTML as data, never as script. */
export interface BootData {
  brand: PageBrand;
  version: string;
  /** The language for this browser; a signed-in person's own choice comes with the session. */
  locale: Locale;
  /** Light or dark by this browser's own choice; system follows its settings. */
  theme: Theme;
  maintenance: { isOn: boolean; message: string };
  errorSampleRate: number;
  isProduction: boolean;
}

/** Whether this host serves mainland China. A pattern may begin with `*.`. */
export function isMainlandChinaHost(brand: PageBrand, host: string): boolean {
  return brand.mainlandChina.hosts.some((pattern) =>
    pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern,
  );
}
