import { useSyncExternalStore, type ReactNode } from 'react';
import { createIntl, createIntlCache, RawIntlProvider, type IntlShape } from 'react-intl';
import { defaultLocale, getTextDirection, formattingTag, intlTag, type Locale } from '#platform/shared/locale.ts';
import { savePreferenceCookie } from '#platform/web/session/preference-cookie.ts';
import { isolateValues, type MessageValues } from './isolate-values.ts';

/** Messages of an area in a language, compiled when the web is built; what is missing is filled in from en-US there. */
export type MessageLoader = (area: string, locale: Locale) => Promise<Record<string, never>>;
export type FontLoader = (locale: Locale) => Promise<unknown>;

const cache = createIntlCache();
let messageLoader: MessageLoader = async () => ({});
let loadFont: FontLoader = async () => undefined;
let messages: Record<string, never> = {};
let current: Locale = defaultLocale;
let intl: IntlShape = createCurrentIntl();
/** Every area that was asked for, whether its messages are here or on their way. */
const requestedFeatures = new Map<string, Promise<void>>();
/** Of these, the ones whose messages are here. */
let loadedFeatures = new Set<string>();
/** How often each area stands on the screen. One that was asked for and never stood there is still awaited. */
const mountedCounts = new Map<string, number>();
let switchCount = 0;
const reportedMissing = new Set<string>();
const listeners = new Set<() => void>();
let start = (): void => undefined;
/** The router begins to load the first screen before the languages are set up. */
const started = new Promise<void>((resolve) => {
  start = resolve;
});

function createCurrentIntl(): IntlShape {
  const made = createIntl(
    {
      locale: formattingTag(current),
      messages,
      onError: (error) => {
        if (error.code !== 'MISSING_DATA') throw error;
      },
    },
    cache,
  );
  const format = made.formatMessage as (message: { id: string }, values?: MessageValues, options?: unknown) => string;
  const locale = current;
  const formatMessage: typeof format = (message, values, options) => {
    // The server may refuse with a code of another area than those on the screen: the page must not end for that.
    const id = hasMessage(message.id) ? message.id : 'GeneralError';
    return format({ id }, values && isolateValues(locale, made.messages[id], values), options);
  };
  return Object.assign(made, { formatMessage });
}

/** One that is not here is told to us once. */
function hasMessage(id: string): boolean {
  if (id in messages) return true;
  if (!reportedMissing.has(id)) reportError(new Error(`no message ${id}`));
  reportedMissing.add(id);
  return false;
}

export async function startI18n(locale: Locale, sources: { messages: MessageLoader; font: FontLoader }): Promise<void> {
  messageLoader = sources.messages;
  loadFont = sources.font;
  current = locale;
  applyToDocument(locale);
  start();
  await ensureMessages('shell');
}

/** Brings the messages of an area in the open language, once. */
export function ensureMessages(area: string): Promise<void> {
  const known = requestedFeatures.get(area);
  if (known !== undefined) return known;
  const brought = fetchMessages(area).catch((error: unknown) => {
    requestedFeatures.delete(area);
    throw error;
  });
  requestedFeatures.set(area, brought);
  return brought;
}

async function fetchMessages(area: string): Promise<void> {
  await started;
  const locale = current;
  const loaded = await messageLoader(area, locale);
  // The language was changed while they were on their way.
  if (locale !== current) return fetchMessages(area);
  messages = { ...messages, ...loaded };
  loadedFeatures.add(area);
  publish();
}

export function areMessagesLoaded(area: string): boolean {
  return loadedFeatures.has(area);
}

/** What stands on the screen follows a change of the language at once; the rest follows when it is next shown. */
export function countMounted(area: string, difference: 1 | -1): void {
  mountedCounts.set(area, (mountedCounts.get(area) ?? 0) + difference);
}

/**
 * Changes the language of everything on the screen at once, without a reload: what is being typed stays. Of several
 * choices the last one holds, in whatever order they arrive. One that is for this visit only is not remembered.
 */
export async function switchLocale(locale: Locale, { isForVisit = false } = {}): Promise<void> {
  switchCount += 1;
  const choice = switchCount;
  const loaded = new Map<string, Record<string, never>>();
  const listMissing = () =>
    [...requestedFeatures.keys()].filter((area) => mountedCounts.get(area) !== 0 && !loaded.has(area));
  // More areas may be asked for, or shown, meanwhile.
  for (let missing = listMissing(); missing.length > 0; missing = listMissing())
    await Promise.all(missing.map(async (area) => loaded.set(area, await messageLoader(area, locale))));
  if (choice !== switchCount) return;
  // What was left behind keeps its former words: a toast of it may still be shown.
  messages = Object.assign({}, messages, ...loaded.values()) as Record<string, never>;
  loadedFeatures = new Set(loaded.keys());
  for (const area of requestedFeatures.keys()) if (!loadedFeatures.has(area)) requestedFeatures.delete(area);
  current = locale;
  if (!isForVisit) savePreferenceCookie('locale', locale);
  applyToDocument(locale);
  publish();
}

function applyToDocument(locale: Locale): void {
  document.documentElement.lang = intlTag(locale);
  document.documentElement.dir = getTextDirection(locale);
  void loadFont(locale);
}

function publish(): void {
  intl = createCurrentIntl();
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

function currentIntl(): IntlShape {
  return intl;
}

export function I18nProvider({ children }: { children: ReactNode }) {
  const value = useSyncExternalStore(subscribe, currentIntl, currentIntl);
  return <RawIntlProvider value={value}>{children}</RawIntlProvider>;
}
