import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { locales } from '#platform/shared/locale.ts';
import { loadMessages } from './messages.ts';

const folder = await createTemporaryFolder();

async function source(name: string, files: Record<string, Record<string, string>>): Promise<string> {
  for (const [path, texts] of Object.entries(files)) {
    const file = join(folder, name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(texts));
  }
  return join(folder, name);
}

const messages = loadMessages(
  await source('fine', {
    'app/web/shell/messages/en-US.json': { 'shell.hello': 'Hello {name}', 'shell.on': 'On {day, date, long}' },
    'app/web/shell/messages/ar-SA.json': { 'shell.hello': 'مرحبا {name}', 'shell.on': 'في {day, date, long}' },
    'app/web/shell/messages/de-DE.json': { 'shell.hello': 'Hallo {name}' },
    'features/logbook/shared/messages/en-US.json': {
      'logbook.dives': '{count, plural, one {# dive} other {# dives}}',
      'logbook.depth': '{depth, number} m <b>',
    },
    'features/logbook/shared/messages/de-DE.json': {
      'logbook.dives': '{count, plural, one {# Tauchgang} other {# Tauchgänge}}',
      'logbook.depth': '{depth, number} m <b>',
    },
  }),
);

describe('loadMessages', () => {
  test('returns messages of the shell and every feature in the requested language', () => {
    expect(messages.format('de-DE', 'shell.hello', { name: 'Ada' })).toBe('Hallo Ada');
    expect(messages.format('de-DE', 'logbook.dives', { count: 1 })).toBe('1 Tauchgang');
    expect(messages.format('de-DE', 'logbook.dives', { count: 1_200 })).toBe('1.200 Tauchgänge');
    expect(messages.format('en-US', 'logbook.depth', { depth: 18.5 })).toBe('18.5 m <b>');
  });

  test('formats Arabic with Latin digits and Gregorian dates', () => {
    expect(messages.format('ar-SA', 'shell.on', { day: '2026-03-01' })).toMatch(/^في .*2026/);
  });

  test('isolates values of the other direction except links', () => {
    expect(messages.format('ar-SA', 'shell.hello', { name: 'Ada' })).toBe('مرحبا \u2068Ada\u2069');
    expect(messages.format('ar-SA', 'shell.hello', { name: 'ليلى' })).toBe('مرحبا ليلى');
    expect(messages.format('ar-SA', 'shell.hello', { name: 'https://a.test/b' })).toBe('مرحبا https://a.test/b');
    expect(messages.format('de-DE', 'shell.hello', { name: 'ليلى' })).toBe('Hallo \u2068ليلى\u2069');
  });

  test('writes amounts and lists of names in the language of the text', () => {
    const name = { minor: 129_900, currency: 'EUR' };
    expect(messages.format('en-US', 'shell.hello', { name })).toBe('Hello €1,299.00');
    expect(messages.format('de-DE', 'shell.hello', { name })).toBe('Hallo 1.299,00\u00A0€');
    const names = ['Mask', 'Fins', 'Torch', 'Reel', 'Slate'];
    expect(messages.format('de-DE', 'shell.hello', { name: ['Mask'] })).toBe('Hallo Mask');
    expect(messages.format('ar-SA', 'shell.hello', { name: names })).toBe(
      'مرحبا \u2068Mask\u2069، \u2068Fins\u2069، \u2068Torch\u2069، …',
    );
  });

  test('falls back to English, formatted as English', () => {
    expect(messages.format('fr-FR', 'logbook.dives', { count: 1_200 })).toBe('1,200 dives');
    expect(messages.translate('ar-SA', 'logbook.depth')).toBe('{depth, number} m <b>');
  });

  test('formats every language again after the least recently used ones were dropped', async () => {
    const files = locales.map((locale) => [
      `app/web/shell/messages/${locale}.json`,
      { 'shell.name': `${locale} {name}` },
    ]);
    const all = loadMessages(await source('all', Object.fromEntries(files)));
    const formatAll = () => locales.map((locale) => all.format(locale, 'shell.name', { name: '1' }));
    expect(formatAll()).toEqual(locales.map((locale) => `${locale} 1`));
    expect(formatAll()).toEqual(locales.map((locale) => `${locale} 1`));
  });

  test('reports unknown keys', () => {
    expect(messages.translate('de-DE', 'shell.nothing')).toBeNull();
    expect(messages.has('shell.nothing')).toBe(false);
    expect(messages.has('shell.hello')).toBe(true);
    expect(() => messages.format('de-DE', 'shell.nothing')).toThrow('shell.nothing');
  });

  test('rejects duplicate keys and unknown locales', async () => {
    const twice = await source('twice', {
      'app/web/shell/messages/en-US.json': { same: 'a' },
      'features/club/shared/messages/en-US.json': { same: 'b' },
    });
    expect(() => loadMessages(twice)).toThrow('already has the message same');
    const strange = await source('strange', { 'app/web/shell/messages/en.json': {} });
    expect(() => loadMessages(strange)).toThrow('not named after a known locale');
  });
});
