import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FormattedMessage } from 'react-intl';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Locale } from '#platform/shared/locale.ts';

type I18nModule = typeof import('./i18n.tsx');
type Loaded = Record<string, never>;

/** What the page has asked for and not got yet. Each area has a message that tells its own language, and one of a name. */
const asked = new Map<string, { arrive: () => void; fail: () => void }>();
const page = { documentElement: { lang: '', dir: '' }, cookie: '' };
const reported = vi.fn<(error: Error) => void>();
let i18n: I18nModule;

const messages = (area: string, locale: Locale): Promise<Loaded> => {
  const { promise, resolve, reject } = Promise.withResolvers<Loaded>();
  asked.set(`${area} ${locale}`, {
    arrive: () => resolve({ [area]: `${area} in ${locale}`, [`${area}.of`]: `${area} of {name}` } as unknown as Loaded),
    fail: () => reject(new Error('offline')),
  });
  return promise;
};

async function take(area: string, locale: Locale) {
  const name = `${area} ${locale}`;
  await expect.poll(() => asked.has(name)).toBe(true);
  const request = asked.get(name);
  asked.delete(name);
  if (request === undefined) throw new Error(`nobody asked for ${name}`);
  return request;
}
const arrive = async (area: string, locale: Locale) => (await take(area, locale)).arrive();

function shownOf(name: ReactNode): string {
  const { I18nProvider: I18n } = i18n;
  return renderToStaticMarkup(<I18n>{<FormattedMessage id="shell.of" values={{ name }} />}</I18n>);
}

function shown(...areas: string[]): string {
  const { I18nProvider: I18n } = i18n;
  return areas.map((id) => renderToStaticMarkup(<I18n>{<FormattedMessage id={id} />}</I18n>)).join(', ');
}

afterAll(() => void vi.unstubAllGlobals());

beforeEach(async () => {
  asked.clear();
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

describe('the language', () => {
  test('changes everything that is shown', async () => {
    expect(shown('shell')).toBe('shell in en-US');
    const switched = i18n.switchLocale('ar-SA');
    await arrive('shell', 'ar-SA');
    await switched;
    expect(shown('shell')).toBe('shell in ar-SA');
    expect(page.documentElement).toEqual({ lang: 'ar-SA', dir: 'rtl' });
  });

  test('keeps a name of the other direction apart', async () => {
    expect(shownOf('Ada')).toBe('shell of Ada');
    expect(shownOf('ليلى')).toBe('shell of \u2068ليلى\u2069');
    expect(shownOf(<bdi>ليلى</bdi>)).toBe('shell of <bdi>ليلى</bdi>');
    const switched = i18n.switchLocale('ar-SA');
    await arrive('shell', 'ar-SA');
    await switched;
    expect(shownOf('Ada')).toBe('shell of \u2068Ada\u2069');
    expect(shownOf('ليلى')).toBe('shell of ليلى');
  });

  test('is one for all, when it is changed while an area is on its way', async () => {
    const needed = i18n.ensureMessages('logbook');
    const late = await take('logbook', 'en-US');
    const switched = i18n.switchLocale('de-DE');
    await arrive('shell', 'de-DE');
    await arrive('logbook', 'de-DE');
    await switched;
    late.arrive();
    await arrive('logbook', 'de-DE');
    await needed;
    expect(shown('shell', 'logbook')).toBe('shell in de-DE, logbook in de-DE');
  });

  test('is one for all, when an area is asked for while it is being changed', async () => {
    const switched = i18n.switchLocale('de-DE');
    const shell = await take('shell', 'de-DE');
    const needed = i18n.ensureMessages('logbook');
    await arrive('logbook', 'en-US');
    await needed;
    shell.arrive();
    await arrive('logbook', 'de-DE');
    await switched;
    expect(shown('shell', 'logbook')).toBe('shell in de-DE, logbook in de-DE');
  });

  test('is the one that was chosen last, whichever arrives last', async () => {
    const first = i18n.switchLocale('de-DE');
    const second = i18n.switchLocale('fr-FR');
    await arrive('shell', 'fr-FR');
    await second;
    await arrive('shell', 'de-DE');
    await first;
    expect(shown('shell')).toBe('shell in fr-FR');
    expect(i18n.currentLocale()).toBe('fr-FR');
    expect(page.cookie).toMatch(/^locale=fr-FR;/);
  });

  test('is brought for what stands on the screen, and for the rest when it is next needed', async () => {
    for (const area of ['logbook', 'shop', 'learning']) {
      const needed = i18n.ensureMessages(area);
      await arrive(area, 'en-US');
      await needed;
      i18n.countMounted(area, 1);
    }
    i18n.countMounted('logbook', -1);
    i18n.countMounted('shop', -1);
    const switched = i18n.switchLocale('de-DE');
    const shell = await take('shell', 'de-DE');
    // Somebody goes back to a page while the language is on its way.
    i18n.countMounted('shop', 1);
    await arrive('learning', 'de-DE');
    shell.arrive();
    await arrive('shop', 'de-DE');
    await switched;
    expect([...asked.keys()]).toEqual([]);
    expect(shown('shell', 'learning', 'shop')).toBe('shell in de-DE, learning in de-DE, shop in de-DE');
    // A toast of a page that was left is not without words.
    expect(shown('logbook')).toBe('logbook in en-US');
    expect(i18n.areMessagesLoaded('logbook')).toBe(false);
    const again = i18n.ensureMessages('logbook');
    await arrive('logbook', 'de-DE');
    await again;
    expect(shown('logbook')).toBe('logbook in de-DE');
    expect(i18n.areMessagesLoaded('logbook')).toBe(true);
  });

  test('of a visit is not remembered', async () => {
    const switched = i18n.switchLocale('de-DE', { isForVisit: true });
    await arrive('shell', 'de-DE');
    await switched;
    expect(shown('shell')).toBe('shell in de-DE');
    expect(page.cookie).toBe('');
  });
});

describe('the messages of an area', () => {
  test('are waited for by everybody who needs them, and asked for once', async () => {
    const needed = [i18n.ensureMessages('logbook'), i18n.ensureMessages('logbook')];
    await arrive('logbook', 'en-US');
    await Promise.all(needed);
    expect(asked.size).toBe(0);
    expect(shown('logbook')).toBe('logbook in en-US');
  });

  test('can be asked for again after they did not come', async () => {
    const needed = i18n.ensureMessages('logbook');
    (await take('logbook', 'en-US')).fail();
    await expect(needed).rejects.toThrow('offline');
    const again = i18n.ensureMessages('logbook');
    await arrive('logbook', 'en-US');
    await again;
    expect(shown('logbook')).toBe('logbook in en-US');
  });

  test('that are not here are told as that something went wrong, and to us once', async () => {
    const needed = i18n.ensureMessages('GeneralError');
    await arrive('GeneralError', 'en-US');
    await needed;
    expect(shown('error.family.own_invite', 'error.family.own_invite')).toBe(
      'GeneralError in en-US, GeneralError in en-US',
    );
    expect(reported.mock.calls.map(([error]) => error.message)).toEqual(['no message error.family.own_invite']);
  });
});
