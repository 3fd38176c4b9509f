import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listMessageValues } from '#platform/server/i18n/message-values.ts';
import { loadMessages, type MessageValues } from '#platform/server/i18n/messages.ts';
import { locales } from '#platform/shared/locale.ts';

const load = () => loadMessages(join(import.meta.dirname, '../../src'));
const messages = load();
const valuesOf = (key: string) => [...listMessageValues(messages.translate('en-US', key) ?? '')];
const keysWithDay = messages.keys().filter((key) => valuesOf(key).some(([, kind]) => kind === 'date'));
const zones = ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati'];

/** Values that take every branch of the selects at least once. */
function listVariants(key: string): MessageValues[] {
  const kinds = valuesOf(key);
  const branches = Math.max(...kinds.map(([, kind]) => (typeof kind === 'object' ? kind.oneOf.length : 1)));
  return Array.from({ length: branches }, (_, branch) =>
    Object.fromEntries(
      kinds.map(([name, kind]) => [
        name,
        kind === 'date'
          ? '2026-11-15'
          : kind === 'number'
            ? 1
            : typeof kind === 'object'
              ? (kind.oneOf[branch % kind.oneOf.length] ?? 'other')
              : 'Maren',
      ]),
    ),
  );
}

/** Every text of every message by its key. Formatters take the time zone of the process when they are created. */
function renderAll(timeZone: string): Map<string, string[]> {
  vi.stubEnv('TZ', timeZone);
  const { format } = load();
  const texts = new Map(keysWithDay.map((key) => [key, [] as string[]]));
  for (const locale of locales)
    for (const key of keysWithDay)
      texts.get(key)?.push(...listVariants(key).map((values) => format(locale, key, values)));
  vi.unstubAllEnvs();
  return texts;
}

describe('every message with a day', () => {
  it('is checked', () => expect(keysWithDay.length).toBeGreaterThan(40));

  describe('is rendered in every time zone of the server', () => {
    let rendered: Map<string, string[]>[];
    beforeAll(() => {
      rendered = zones.map(renderAll);
    });
    afterAll(() => void vi.unstubAllEnvs());

    it.each(keysWithDay)('%s with the same day', (key) => {
      const [west, utc, east] = rendered.map((texts) => texts.get(key));
      expect(utc?.join('\n')).toContain('November 15, 2026');
      expect(west).toEqual(utc);
      expect(east).toEqual(utc);
    });
  });

  it.each(keysWithDay)('%s rejects a moment', (key) => {
    const [values = {}] = listVariants(key);
    const moments = valuesOf(key).map(([name, kind]) => [
      name,
      kind === 'date' ? Date.parse('2026-11-15T12:00:00Z') : (values[name] ?? ''),
    ]);
    expect(() => messages.format('en-US', key, Object.fromEntries(moments))).toThrow('day');
  });
});
