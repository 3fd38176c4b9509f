import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FormattedMessage } from 'react-intl';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { Locale } from '#platform/shared/locale.ts';

type I18nModule = typeof import('./i18n.tsx');
type Loaded = Record<string, never>;

/** Pending message requests. Each feature has one message that names its locale and one with a value. */
const pendingRequests = new Map<string, { arrive: () => void; fail: () => void }>();
const page = { documentElement: { lang: '', dir: '' }, cookie: '' };
const reported = vi.fn<(error: Error) => void>();
let i18n: I18nModule;

const messages = (feature: string, locale: Locale): Promise<Loaded> => {
  const { promise, resolve, reject } = Promise.withResolvers<Loaded>();
  pendingRequests.set(`${feature} ${locale}`, {
    arrive: () =>
      resolve({ [feature]: `${feature} in ${locale}`, [`${feature}.of`]: `${feature} of {name}` } as unknown as Loaded),
    fail: () => reject(new Error('offline')),
  });
  return promise;
};

async function takeRequest(feature: string, locale: Locale) {
  const name = `${feature} ${locale}`;
  await expect.poll(() => pendingRequests.has(name)).toBe(true);
  const request = pendingRequests.get(name);
  pendingRequests.delete(name);
  if (request === undefined) throw new Error(`no pending request for ${name}`);
  return request;
}
const arrive = async (feature: string, locale: Locale) => (await takeRequest(feature, locale)).arrive();

function renderWithName(name: ReactNode): string {
  const { I18nProvider: I18n } = i18n;
  return renderToStaticMarkup(<I18n>{<FormattedMessage id={'shell.of' as MessageId} values={{ name }} />}</I18n>);
}

function renderMessages(...features: string[]): string {
  const { I18nProvider: I18n } = i18n;
  return features
    .map((id) => renderToStaticMarkup(<I18n>{<FormattedMessage id={id as MessageId} />}</I18n>))
    .join(', ');
}

afterAll(() => void vi.unstubAllGlobals());

beforeEach(async () => {
  pendingRequests.clear();
  reported.mockClear();
  page.cookie = '';
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('reportError', reported);
  // The languages are one state of the page, so each test opens a new page.
  vi.resetModules();
  i18n = await import('./i18n.tsx');
  const started = i18n.startI18n('en-US', { messages, font: async () => undefined });
  await arrive('shell', 'en-US');
  await started;
});

describe('switchLocale', () => {
  test('changes the messages and the document language and direction', async () => {
    expect(renderMessages('shell')).toBe('shell in en-US');
    const switched = i18n.switchLocale('ar-SA');
    await arrive('shell', 'ar-SA');
    await switched;
    expect(renderMessages('shell')).toBe('shell in ar-SA');
    expect(page.documentElement).toEqual({ lang: 'ar-SA', dir: 'rtl' });
  });

  test('isolates a name that is written in the other direction', async () => {
    expect(renderWithName('Ada')).toBe('shell of Ada');
    expect(renderWithName('ليلى')).toBe('shell of \u2068ليلى\u2069');
    expect(renderWithName(<bdi>ليلى</bdi>)).toBe('shell of <bdi>ليلى</bdi>');
    const switched = i18n.switchLocale('ar-SA');
    await arrive('shell', 'ar-SA');
    await switched;
    expect(renderWithName('Ada')).toBe('shell of \u2068Ada\u2069');
    expect(renderWithName('ليلى')).toBe('shell of ليلى');
  });

  test('applies to a feature whose messages are still loading', async () => {
    const needed = i18n.ensureMessages('logbook');
    const late = await takeRequest('logbook', 'en-US');
    const switched = i18n.switchLocale('de-DE');
    await arrive('shell', 'de-DE');
    await arrive('logbook', 'de-DE');
    await switched;
    late.arrive();
    await arrive('logbook', 'de-DE');
    await needed;
    expect(renderMessages('shell', 'logbook')).toBe('shell in de-DE, logbook in de-DE');
  });

  test('applies to a feature that is requested while the locale is changing', async () => {
    const switched = i18n.switchLocale('de-DE');
    const shell = await takeRequest('shell', 'de-DE');
    const needed = i18n.ensureMessages('logbook');
    await arrive('logbook', 'en-US');
    await needed;
    shell.arrive();
    await arrive('logbook', 'de-DE');
    await switched;
    expect(renderMessages('shell', 'logbook')).toBe('shell in de-DE, logbook in de-DE');
  });

  test('uses the last chosen locale, in whatever order the messages arrive', async () => {
    const first = i18n.switchLocale('de-DE');
    const second = i18n.switchLocale('fr-FR');
    await arrive('shell', 'fr-FR');
    await second;
    await arrive('shell', 'de-DE');
    await first;
    expect(renderMessages('shell')).toBe('shell in fr-FR');
    expect(i18n.currentLocale()).toBe('fr-FR');
    expect(page.cookie).toMatch(/^__Host-locale=fr-FR; path=\/;.*; secure$/);
  });

  test('loads mounted features immediately and the others when they are next needed', async () => {
    for (const feature of ['logbook', 'shop', 'learning']) {
      const needed = i18n.ensureMessages(feature);
      await arrive(feature, 'en-US');
      await needed;
      i18n.countMounted(feature, 1);
    }
    i18n.countMounted('logbook', -1);
    i18n.countMounted('shop', -1);
    const switched = i18n.switchLocale('de-DE');
    const shell = await takeRequest('shell', 'de-DE');
    // The person goes back to a page while the locale is loading.
    i18n.countMounted('shop', 1);
    await arrive('learning', 'de-DE');
    shell.arrive();
    await arrive('shop', 'de-DE');
    await switched;
    expect([...pendingRequests.keys()]).toEqual([]);
    expect(renderMessages('shell', 'learning', 'shop')).toBe('shell in de-DE, learning in de-DE, shop in de-DE');
    // A toast of the previous page may still need its messages.
    expect(renderMessages('logbook')).toBe('logbook in en-US');
    expect(i18n.areMessagesLoaded('logbook')).toBe(false);
    const retried = i18n.ensureMessages('logbook');
    await arrive('logbook', 'de-DE');
    await retried;
    expect(renderMessages('logbook')).toBe('logbook in de-DE');
    expect(i18n.areMessagesLoaded('logbook')).toBe(true);
  });

  test('does not save a locale that is for this visit only', async () => {
    const switched = i18n.switchLocale('de-DE', { isForVisit: true });
    await arrive('shell', 'de-DE');
    await switched;
    expect(renderMessages('shell')).toBe('shell in de-DE');
    expect(page.cookie).toBe('');
  });
});

describe('ensureMessages', () => {
  test('sends one request for several callers', async () => {
    const needed = [i18n.ensureMessages('logbook'), i18n.ensureMessages('logbook')];
    await arrive('logbook', 'en-US');
    await Promise.all(needed);
    expect(pendingRequests.size).toBe(0);
    expect(renderMessages('logbook')).toBe('logbook in en-US');
  });

  test('can be called again after a failed request', async () => {
    const needed = i18n.ensureMessages('logbook');
    (await takeRequest('logbook', 'en-US')).fail();
    await expect(needed).rejects.toThrow('offline');
    const retried = i18n.ensureMessages('logbook');
    await arrive('logbook', 'en-US');
    await retried;
    expect(renderMessages('logbook')).toBe('logbook in en-US');
  });

  test('falls back to the general error for a missing message and reports it once', async () => {
    const needed = i18n.ensureMessages('GeneralError');
    await arrive('GeneralError', 'en-US');
    await needed;
    expect(renderMessages('error.family.own_invite', 'error.family.own_invite')).toBe(
      'GeneralError in en-US, GeneralError in en-US',
    );
    expect(reported.mock.calls.map(([error]) => error.message)).toEqual(['missing message error.family.own_invite']);
  });
});
