import { useSyncExternalStore, type ReactNode } from 'react';
import { createIntl, createIntlCache, RawIntlProvider, type IntlShape } from 'react-intl';
import { defaultLocale, directionOf, formattingTag, intlTag, type Locale } from '../shared/locale.ts';
import { keepChoice } from './cookie.ts';

/** Messages of an area in a language, compiled when the web is built; what is missing is filled in from en-US there. */
export type LoadMessages = (area: string, locale: Locale) => Promise<Record<string, never>>;
export type LoadFont = (locale: Locale) => Promise<unknown>;

const cache = createIntlCache();
let load: LoadMessages = async () => ({});
let loadFont: LoadFont = async () => undefined;
let messages: Record<string, never> = {};
let current: Locale = defaultLocale;
let intl: IntlShape = make();
const areas = new Set<string>();
const listeners = new Set<() => void>();
let start = (): void => undefined;
/** The router begins to load the first screen before the languages are set up. */
const started = new Promise<void>((resolve) => {
  start = resolve;
});

function make(): IntlShape {
  return createIntl(
    {
      locale: formattingTag(current),
      messages,
      onError: (error) => {
        if (error.code !== 'MISSING_DATA') throw error;
      },
    },
    cache,
  );
}

export async function startI18n(locale: Locale, sources: { messages: LoadMessages; font: LoadFont }): Promise<void> {
  load = sources.messages;
  loadFont = sources.font;
  current = locale;
  show(locale);
  start();
  await needMessages('shell');
}

/** Brings the messages of an area in the open language, once. */
export async function needMessages(area: string): Promise<void> {
  if (areas.has(area)) return;
  await started;
  const loaded = await load(area, current);
  areas.add(area);
  messages = { ...messages, ...loaded };
  publish();
}

/** Changes the language of everything on the screen at once, without a reload: what is being typed stays. */
export async function switchLocale(locale: Locale): Promise<void> {
  const loaded = await Promise.all([...areas].map((area) => load(area, locale)));
  messages = Object.assign({}, ...loaded) as Record<string, never>;
  current = locale;
  keepChoice('locale', locale);
  show(locale);
  publish();
}

function show(locale: Locale): void {
  document.documentElement.lang = intlTag(locale);
  document.documentElement.dir = directionOf(locale);
  void loadFont(locale);
}

function publish(): void {
  intl = make();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentLocale(): Locale {
  return current;
}

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale);
}

export function I18n({ children }: { children: ReactNode }) {
  const value = useSyncExternalStore(subscribe, () => intl);
  return <RawIntlProvider value={value}>{children}</RawIntlProvider>;
}
