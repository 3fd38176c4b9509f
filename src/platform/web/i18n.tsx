import { useSyncExternalStore, type ReactNode } from 'react';
import { createIntl, createIntlCache, RawIntlProvider, type IntlShape } from 'react-intl';
import { defaultLocale, directionOf, formattingTag, intlTag, type Locale } from '../shared/locale.ts';
import { keepChoice } from './cookie.ts';
import { isolatedValues, type Values } from './isolated-values.ts';

/** Messages of an area in a language, compiled when the web is built; what is missing is filled in from en-US there. */
export type LoadMessages = (area: string, locale: Locale) => Promise<Record<string, never>>;
export type LoadFont = (locale: Locale) => Promise<unknown>;

const cache = createIntlCache();
let load: LoadMessages = async () => ({});
let loadFont: LoadFont = async () => undefined;
let messages: Record<string, never> = {};
let current: Locale = defaultLocale;
let intl: IntlShape = make();
/** Every area that was asked for, whether its messages are here or on their way. */
const areas = new Map<string, Promise<void>>();
/** Of these, the ones whose messages are here. */
let here = new Set<string>();
/** How often each area stands on the screen. One that was asked for and never stood there is still awaited. */
const standing = new Map<string, number>();
let choices = 0;
const missed = new Set<string>();
const listeners = new Set<() => void>();
let start = (): void => undefined;
/** The router begins to load the first screen before the languages are set up. */
const started = new Promise<void>((resolve) => {
  start = resolve;
});

function make(): IntlShape {
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
  const format = made.formatMessage as (message: { id: string }, values?: Values, options?: unknown) => string;
  const locale = current;
  const formatMessage: typeof format = (message, values, options) => {
    // The server may refuse with a code of another area than those on the screen: the page must not end for that.
    const id = isHere(message.id) ? message.id : 'GeneralError';
    return format({ id }, values && isolatedValues(locale, made.messages[id], values), options);
  };
  return Object.assign(made, { formatMessage });
}

/** One that is not here is told to us once. */
function isHere(id: string): boolean {
  if (id in messages) return true;
  if (!missed.has(id)) reportError(new Error(`no message ${id}`));
  missed.add(id);
  return false;
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
export function needMessages(area: string): Promise<void> {
  const known = areas.get(area);
  if (known !== undefined) return known;
  const brought = bringMessages(area).catch((error: unknown) => {
    areas.delete(area);
    throw error;
  });
  areas.set(area, brought);
  return brought;
}

async function bringMessages(area: string): Promise<void> {
  await started;
  const locale = current;
  const loaded = await load(area, locale);
  // The language was changed while they were on their way.
  if (locale !== current) return bringMessages(area);
  messages = { ...messages, ...loaded };
  here.add(area);
  publish();
}

export function areMessagesHere(area: string): boolean {
  return here.has(area);
}

/** What stands on the screen follows a change of the language at once; the rest follows when it is next shown. */
export function countStanding(area: string, difference: 1 | -1): void {
  standing.set(area, (standing.get(area) ?? 0) + difference);
}

/**
 * Changes the language of everything on the screen at once, without a reload: what is being typed stays. Of several
 * choices the last one holds, in whatever order they arrive. One that is for this visit only is not remembered.
 */
export async function switchLocale(locale: Locale, { isForVisit = false } = {}): Promise<void> {
  choices += 1;
  const choice = choices;
  const loaded = new Map<string, Record<string, never>>();
  const listMissing = () => [...areas.keys()].filter((area) => standing.get(area) !== 0 && !loaded.has(area));
  // More areas may be asked for, or shown, meanwhile.
  for (let missing = listMissing(); missing.length > 0; missing = listMissing())
    await Promise.all(missing.map(async (area) => loaded.set(area, await load(area, locale))));
  if (choice !== choices) return;
  // What was left behind keeps its former words: a toast of it may still be shown.
  messages = Object.assign({}, messages, ...loaded.values()) as Record<string, never>;
  here = new Set(loaded.keys());
  for (const area of areas.keys()) if (!here.has(area)) areas.delete(area);
  current = locale;
  if (!isForVisit) keepChoice('locale', locale);
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

function currentIntl(): IntlShape {
  return intl;
}

export function I18n({ children }: { children: ReactNode }) {
  const value = useSyncExternalStore(subscribe, currentIntl, currentIntl);
  return <RawIntlProvider value={value}>{children}</RawIntlProvider>;
}
