import { useSyncExternalStore, type ReactNode } from 'react';
import { createIntl, RawIntlProvider, type IntlShape } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { defaultLocale, getTextDirection, formattingTag, intlTag, type Locale } from '#platform/shared/locale.ts';
import { savePreferenceCookie } from '#platform/web/session/preference-cookie.ts';
import { createListeners, definePageState, isServerPage } from '#platform/web/page-state.ts';
import { getIntlCache } from './intl-caches.ts';
import { isolateValues, type MessageValues } from './isolate-values.ts';

/** Loads the compiled messages of a feature. The build fills in missing translations from en-US. */
export type MessageLoader = (feature: string, locale: Locale) => Promise<Record<string, never>>;
export type FontLoader = (locale: Locale) => Promise<unknown>;

const listeners = createListeners();

const pageState = definePageState(() => {
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  return {
    messageLoader: (async () => ({})) as MessageLoader,
    loadFont: (async () => undefined) as FontLoader,
    messages: {} as Record<string, never>,
    locale: defaultLocale as Locale,
    /** Undefined is the browser's own time zone. */
    timeZone: undefined as string | undefined,
    intl: undefined as IntlShape | undefined,
    /** Every requested feature, whether its messages are loaded or still loading. */
    requestedFeatures: new Map<string, Promise<void>>(),
    loadedFeatures: new Set<string>(),
    /** The number of mounted components by feature. A requested feature without an entry is about to be mounted. */
    mountedCounts: new Map<string, number>(),
    switchCount: 0,
    reportedMissing: new Set<string>(),
    /** Requests wait for `startI18n`, because the router starts to load the first screen before it runs. */
    started,
    start,
  };
});

function createCurrentIntl(): IntlShape {
  const { locale, messages, timeZone } = pageState();
  const base = createIntl(
    {
      locale: formattingTag(locale),
      messages,
      ...(timeZone !== undefined && { timeZone }),
      onError: (error) => {
        if (error.code !== 'MISSING_DATA') throw error;
      },
    },
    getIntlCache(locale, timeZone),
  );
  const format = base.formatMessage as (message: { id: string }, values?: MessageValues, options?: unknown) => string;
  const formatMessage: typeof format = (message, values, options) => {
    // The server may return an error code of a feature that is not loaded, which must not break the page.
    const id = (hasMessage(message.id) ? message.id : 'GeneralError') as MessageId;
    return format({ id }, values && isolateValues(locale, base.messages[id], values), options);
  };
  return Object.assign(base, { formatMessage });
}

/** Reports each missing message once. */
function hasMessage(id: string): boolean {
  const { messages, reportedMissing } = pageState();
  if (id in messages) return true;
  if (!reportedMissing.has(id)) reportError(new Error(`missing message ${id}`));
  reportedMissing.add(id);
  return false;
}

interface I18nSources {
  messages: MessageLoader;
  font?: FontLoader;
}

export async function startI18n(locale: Locale, { messages, font }: I18nSources, timeZone?: string): Promise<void> {
  const state = pageState();
  state.messageLoader = messages;
  if (font !== undefined) state.loadFont = font;
  state.locale = locale;
  state.timeZone = timeZone;
  applyToDocument(locale);
  state.start();
  await ensureMessages('shell');
}

/** Formats times in the browser's own time zone from now on. */
export function adoptBrowserTimeZone(): void {
  const state = pageState();
  if (state.timeZone === undefined) return;
  state.timeZone = undefined;
  publish();
}

/** Loads the messages of a feature in the current locale, once. */
export function ensureMessages(feature: string): Promise<void> {
  const { requestedFeatures } = pageState();
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
  const state = pageState();
  await state.started;
  const { locale } = state;
  const loaded = await state.messageLoader(feature, locale);
  // The locale was changed while the messages were loading.
  if (locale !== state.locale) return fetchMessages(feature);
  // Added in place: a new `intl` would render the whole page again, and replace server HTML that isn't hydrated yet.
  Object.assign(state.messages, loaded);
  state.loadedFeatures.add(feature);
}

export function areMessagesLoaded(feature: string): boolean {
  return pageState().loadedFeatures.has(feature);
}

/** Mounted features follow a change of locale immediately, the others when they are next mounted. */
export function countMounted(feature: string, difference: 1 | -1): void {
  const { mountedCounts } = pageState();
  mountedCounts.set(feature, (mountedCounts.get(feature) ?? 0) + difference);
}

/**
 * Changes the locale of the whole screen without a reload, so typed input stays. The last of several calls wins,
 * in whatever order their messages arrive. `isForVisit` does not save the choice.
 */
export async function switchLocale(locale: Locale, { isForVisit = false } = {}): Promise<void> {
  const state = pageState();
  state.switchCount += 1;
  const choice = state.switchCount;
  const loaded = new Map<string, Record<string, never>>();
  const listMissing = () =>
    [...state.requestedFeatures.keys()].filter(
      (feature) => state.mountedCounts.get(feature) !== 0 && !loaded.has(feature),
    );
  // More features may be requested or mounted while these are loading.
  for (let missing = listMissing(); missing.length > 0; missing = listMissing())
    await Promise.all(missing.map(async (feature) => loaded.set(feature, await state.messageLoader(feature, locale))));
  if (choice !== state.switchCount) return;
  // Messages of unmounted features stay in the former locale, because a toast may still show them.
  state.messages = Object.assign({}, state.messages, ...loaded.values()) as Record<string, never>;
  state.loadedFeatures = new Set(loaded.keys());
  for (const feature of state.requestedFeatures.keys())
    if (!state.loadedFeatures.has(feature)) state.requestedFeatures.delete(feature);
  state.locale = locale;
  if (!isForVisit && !isServerPage()) savePreferenceCookie('locale', locale);
  applyToDocument(locale);
  publish();
}

function applyToDocument(locale: Locale): void {
  if (isServerPage()) return;
  const { documentElement } = document;
  const [lang, dir] = [intlTag(locale), getTextDirection(locale)];
  // Setting an attribute to the same value calculates all styles again.
  if (documentElement.lang !== lang) documentElement.lang = lang;
  if (documentElement.dir !== dir) documentElement.dir = dir;
  void pageState().loadFont(locale);
}

function publish(): void {
  pageState().intl = undefined;
  listeners.notify();
}

export function currentLocale(): Locale {
  return pageState().locale;
}

export function useLocale(): Locale {
  return useSyncExternalStore(listeners.subscribe, currentLocale, currentLocale);
}

export function currentIntl(): IntlShape {
  const state = pageState();
  state.intl ??= createCurrentIntl();
  return state.intl;
}

export function I18nProvider({ children }: { children: ReactNode }) {
  const value = useSyncExternalStore(listeners.subscribe, currentIntl, currentIntl);
  return <RawIntlProvider value={value}>{children}</RawIntlProvider>;
}
