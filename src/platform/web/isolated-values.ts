import { isolate } from '../shared/isolate.ts';
import type { Locale } from '../shared/locale.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The texts among the values as they stand in a sentence of the language. */
export function isolatedValues(locale: Locale, message: unknown, values: Values): Values {
  // The word of a choice, which the parser counts as 5, is not read but compared.
  const isRead = (name: string) => !JSON.stringify(message ?? '').includes(`"type":5,"value":"${name}"`);
  const own = Object.entries(values).map(([name, value]) => {
    const apart = typeof value === 'string' ? isolate(locale, value) : value;
    // Most are as they were: the message is looked into for the few that are not.
    return [name, apart === value || !isRead(name) ? value : apart];
  });
  return Object.fromEntries(own) as Values;
}
