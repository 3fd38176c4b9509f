import { useSyncExternalStore, type ReactNode } from 'react';
import { createIntl, createIntlCache, RawIntlProvider, type IntlShape } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { defaultLocale, getTextDirection, formattingTag, intlTag, type Locale } from '#platform/shared/locale.ts';
import { savePreferenceCookie } from '#platform/web/session/preference-cookie.ts';
import { isolateValues, type MessageValues } from './isolate-values.ts';

/** Loads the compiled messages of a feature. The build fills in missing translations from en-US. */
export type MessageLoader = (feature: string, locale: Locale) => Promise<Record<string, never>>;
export type FontLoader = (locale: Locale) => Promise<unknown>;

const cache = createIntlCache();
let messageLoader: MessageLoader = async () => ({});
let loadFont: FontLoader = async () => undefined;
let messages: Record<string, never> = {};
let current: Locale = defaultLocale;
let intl: IntlShape = createCurrentIntl();
/** Every requested feature, whether its messages are loaded or still loading. */
const requestedFeatures = new Map<string, Promise<void>>();
let loadedFeatures = new Set<string>();
/** The number of mounted components by feature. A requested feature without an entry is about to be mounted. */
const mountedCounts = new Map<string, number>();
let switchCount = 0;
const reportedMissing = new Set<string>();
const listeners = new Set<() => void>();
let start = (): void => undefined;
/** Requests wait for `startI18n`, because the router starts to load the first screen before it runs. */
const started = new Promise<void>((resolve) => {
  start = resolve;
});

function createCurrentIntl(): IntlShape {
  const base = createIntl(
    {
      locale: formattingTag(current),
      messages,
      onError: (error) => {
        if (error.code !== 'MISSING_DATA') throw error;
      },
    },
    cache,
  );
  const format = base.formatMessage as (message: { id: string }, values?: MessageValues, options?: unknown) => string;
  const locale = current;
  const formatMessage: typeof format = (message, values, options) => {
    // The server may return an error code of a feature that is not loaded, which must not break the page.
    const id = (hasMessage(message.id) ? message.id : 'GeneralError') as MessageId;
    return format({ id }, values && isolateValues(locale, base.messages[id], values), options);
  };
  return Object.assign(base, { formatMessage });
}

/** Reports each missing message once. */
function hasMessage(id: string): boolean {
  if (id in messages) return true;
  if (!reportedMissing.has(id)) reportError(new Error(`missing message ${id}`));
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

/** Loads the messages of a feature in the current locale, once. */
export function ensureMessages(feature: string): Promise<void> {
  const requested = requestedFeatures.get(feature);
  if (requested !== undefined) return requested;
  const request = fetchMessages(feature).catch((error: unknown) => {
    requestedFeatures.delete(feature);
    throw error;
  });
  requestedFeatures.set(feature, request);
  return request;
}

async function fetchMessages(feature: string): Promise<void> {
  await started;
  const locale = current;
  const loaded = await messageLoader(feature, locale);
  // The locale was changed while the messages were loading.
  if (locale !== current) return fetchMessages(feature);
  messages = { ...messages, ...loaded };
  loadedFeatures.add(feature);
  publish();
}

export function areMessagesLoaded(feature: string): boolean {
  return loadedFeatures.has(feature);
}

/** Mounted features follow a change of locale immediately, the others when they are next mounted. */
export function countMounted(feature: string, difference: 1 | -1): void {
  mountedCounts.set(feature, (mountedCounts.get(feature) ?? 0) + difference);
}

/**
 * Changes the locale of the whole screen without a reload, so typed input stays. The last of several calls wins,
 * in whatever order their messages arrive. `isForVisit` does not save the choice.
 */
export async function switchLocale(locale: Locale, { isForVisit = false } = {}): Promise<void> {
  switchCount += 1;
  const choice = switchCount;
  const loaded = new Map<string, Record<string, never>>();
  const listMissing = () =>
    [...requestedFeatures.keys()].filter((feature) => mountedCounts.get(feature) !== 0 && !loaded.has(feature));
  // More features may be requested or mounted while these are loading.
  for (let missing = listMissing(); missing.length > 0; missing = listMissing())
    await Promise.all(missing.map(async (feature) => loaded.set(feature, await messageLoader(feature, locale))));
  if (choice !== switchCount) return;
  // Messages of unmounted features stay in the former locale, because a toast may still show them.
  messages = Object.assign({}, messages, ...loaded.values()) as Record<string, never>;
  loadedFeatures = new Set(loaded.keys());
  for (const feature of requestedFeatures.keys()) if (!loadedFeatures.has(feature)) requestedFeatures.delete(feature);
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
